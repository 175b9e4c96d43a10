import { callPath, calls, type Answer, type CallName, type Fields } from '@inaam/contract/calls.ts';
import { isSuccess, readRefusal, unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import * as z from 'zod/mini';
import {
  UnreadableAnswer,
  CallRefused,
  NetworkFailed,
  NotRegistered,
  SessionMissing,
} from './failures.ts';

/** For both attempts together, without the waits for an overloaded server. */
export const answerTimeoutMs = 15_000;
/** Long enough for a phone to switch to another cell. */
const retryDelayMs = 700;
/** A second proof is needed if another tab has used the first. */
const proofsMax = 3;

export type Credentials = {
  userKey: string | null;
  dataKey: string | null;
  accessToken: string | null;
};

type ClientOptions = {
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** Ends early with the signal. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  isOnline: () => boolean;
  clock: ServerClock;
  randomBelow: (bound: number) => number;
  credentials: () => Credentials;
  /** Of the session that makes the call: the call ends with it. */
  signal: () => AbortSignal;
  language: () => string;
  solveProof: (challenge: unknown, isWanted: () => boolean) => Promise<string | undefined>;
};

/** @throws CallRefused, NetworkFailed, UnreadableAnswer, SessionMissing or NotRegistered */
export type Call = <Name extends CallName>(
  name: Name,
  fields: Fields<Name>,
  onBusy?: () => void,
) => Promise<Answer<Name>>;

export function createClient(options: ClientOptions): Call {
  const { credentials, isOnline, language, pause, randomBelow, solveProof } = options;
  return async (name, fields, onBusy) => {
    const signal = options.signal();
    const signedWith = { credentials: credentials(), language: language() };
    const call: PendingCall<typeof name> = { name, fields, signal, ...signedWith };
    const waitOf = createBusyBackoff(randomBelow);
    let proofsLeft = proofsMax;
    for (;;) {
      try {
        return await send(call, options);
      } catch (error) {
        if (error instanceof CallRefused && error.challenge !== undefined && proofsLeft > 0) {
          proofsLeft -= 1;
          const proof = await solveProof(error.challenge, () => !signal.aborted);
          if (proof === undefined || signal.aborted) throw error;
          call.fields = { ...fields, proof };
          continue;
        }
        const retryAfterSeconds = repeatSecondsOf(error, call);
        const waitMs = retryAfterSeconds === undefined ? undefined : waitOf(retryAfterSeconds);
        if (waitMs === undefined || signal.aborted) throw error;
        onBusy?.();
        await pause(waitMs, signal);
        if (signal.aborted) throw error;
        if (!isOnline()) throw new NetworkFailed(error);
        call.keptT = isKnownByTime(name) && !isRefusedCopy(error, call) ? call.t : undefined;
      }
    }
  };
}

function repeatSecondsOf(error: unknown, call: PendingCall<CallName>): number | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  const isBusy = error.statusCode === 503;
  return isBusy || isRefusedCopy(error, call) ? error.retryAfterSeconds : undefined;
}

/** The first call succeeded, or the server has sent another code since. */
function isRefusedCopy(error: unknown, { keptT }: PendingCall<CallName>): boolean {
  return keptT !== undefined && error instanceof CallRefused && error.statusCode === 429;
}

async function send<Name extends CallName>(
  call: PendingCall<Name>,
  options: ClientOptions,
): Promise<Answer<Name>> {
  const { clock, isOnline, pause } = options;
  const { name, signal } = call;
  const cut = new AbortController();
  const cutOff = () => cut.abort();
  const timer = setTimeout(cutOff, answerTimeoutMs);
  if (!outlivesSession(name)) signal.addEventListener('abort', cutOff);
  let mayRetry = isRepeatable[name];
  let mayResign = true;
  try {
    for (;;) {
      try {
        const request = buildRequest(call, options);
        const reply = await exchange(options.fetch, request, cut.signal);
        return readAnswer(call, reply, clock);
      } catch (error) {
        const staleAtMs = error instanceof CallRefused ? serverTimeOf(error) : undefined;
        if (mayResign && staleAtMs !== undefined) {
          mayResign = false;
          call.keptT = undefined;
          clock.correct(staleAtMs);
        } else if (mayRetry && error instanceof NetworkFailed) {
          mayRetry = false;
          if (!isOnline() || cut.signal.aborted || signal.aborted) throw error;
          await pause(retryDelayMs, signal);
          if (signal.aborted) throw error;
        } else throw error;
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cutOff);
  }
}

function serverTimeOf({ statusCode, serverTimeMs }: CallRefused): number | undefined {
  return statusCode === 401 ? serverTimeMs : undefined;
}

type PendingCall<Name extends CallName> = {
  name: Name;
  fields: Fields<Name>;
  credentials: Credentials;
  language: string;
  signal: AbortSignal;
  t?: number;
  /** `t` of the request that is repeated. */
  keptT?: number | undefined;
};
type SignedRequest = { address: string; request: RequestInit };

function buildRequest<Name extends CallName>(
  call: PendingCall<Name>,
  { clock, randomBelow }: ClientOptions,
): SignedRequest {
  const { name, fields, credentials, language } = call;
  const { kind, bearer } = calls[name];
  const { userKey, dataKey, accessToken } = credentials;
  const headers = new Headers({ 'Accept-Language': language });
  if (accessToken !== null && (bearer || kind === 'open')) {
    headers.set('Authorization', `Bearer ${accessToken}`);
  }
  if (kind === 'open') {
    headers.set('Content-Type', 'application/json');
    const request = { method: 'POST', headers, body: JSON.stringify(fields) };
    return { address: callPath(name), request };
  }
  if (userKey === null || dataKey === null) throw new SessionMissing();
  if (accessToken === null && bearer === true) throw new NotRegistered();
  const t = call.keptT ?? clock.now();
  call.t = t;
  const address = `${callPath(name, userKey)}?t=${t}`;
  if (kind === 'read') return { address, request: { method: 'GET', headers } };
  const data = sign({ userKey, t, fields: { ...fields } }, dataKey, drawPadding(randomBelow));
  const body = new URLSearchParams({ userKey, data });
  return { address, request: { method: 'POST', headers, body } };
}

type Reply = { response: Response; text: string };

async function exchange(
  fetch: ClientOptions['fetch'],
  { address, request }: SignedRequest,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const response = await fetch(address, { ...request, cache: 'no-store', signal });
    return { response, text: await response.text() };
  } catch (error) {
    throw new NetworkFailed(error);
  }
}

function readAnswer<Name extends CallName>(
  { name, language }: PendingCall<Name>,
  { response, text }: Reply,
  clock: ServerClock,
): Answer<Name> {
  const resp = unwrapResponse(text);
  if (resp === undefined) throw new UnreadableAnswer('noEnvelope');
  if (response.status >= 500 || !isSuccess(resp['statusCode'])) {
    const refusal = readRefusal(resp);
    if (!refusal) throw new UnreadableAnswer('noEnvelope');
    const retryAfterSeconds = secondsOf(response.headers.get('Retry-After'));
    throw new CallRefused(refusal, { retryAfterSeconds, language });
  }
  const serverTime = z.safeParse(z.int(), resp['serverTime']);
  if (serverTime.success) clock.correct(serverTime.data);
  const answer = z.safeParse(calls[name].answer, resp).data;
  if (!isAnswer(name, answer)) throw new UnreadableAnswer('otherShape');
  return answer;
}

function isAnswer<Name extends CallName>(name: Name, answer: unknown): answer is Answer<Name> {
  return z.safeParse(calls[name].answer, answer).success;
}

function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

/** About as long as a shopper waits. */
const totalMs = 60_000;
const pauseMsMin = 1000;

/** Random jitter spreads out the retries of many phones. @returns ms, or undefined to give up */
export function createBusyBackoff(
  randomBelow: (bound: number) => number,
): (retryAfterSeconds: number) => number | undefined {
  let leftMs = totalMs;
  let growingMs = pauseMsMin;
  return (retryAfterSeconds) => {
    const baseMs = Math.max(growingMs, retryAfterSeconds * 1000);
    const waitMs = baseMs + randomBelow(baseMs);
    if (waitMs > leftMs) return undefined;
    leftMs -= waitMs;
    growingMs = baseMs * 2;
    return waitMs;
  };
}

// After a network failure, only repeatable calls (Protocol: Order and repeats). After a 503, all.

const isRepeatable: Record<CallName, boolean> = {
  startSession: true,
  recordConsent: true,
  register: true,
  getStates: true,
  getCities: true,
  getDetails: true,
  editDetails: true,
  getReward: true,
  withdrawConsent: true,
  eraseData: true,
  // A wrong code would use up two of the five tries.
  verifyOtp: false,
  // A repeated resend would come too early.
  resendOtp: false,
  proveNumber: true,
  getQuestion: true,
  answerQuestion: true,
};

/** The device keeps the reward for its next visit, and a wish counts without its screen. */
const outlivesSession = (name: CallName): boolean =>
  /^(?:getReward|recordConsent|withdrawConsent|eraseData)$/.test(name);

/** The server may have counted the try; the time identifies the repeat. */
const isKnownByTime = (name: CallName): boolean => name === 'verifyOtp';

// A phone's clock may be wrong (Protocol: Signing).
type ServerClock = {
  now: () => number;
  correct: (serverTimeMs: number) => void;
};

export function createServerClock(deviceNow: () => number): ServerClock {
  let offsetMs = 0;
  return {
    now: () => Math.round(deviceNow() + offsetMs),
    correct: (serverTimeMs) => {
      offsetMs = serverTimeMs - deviceNow();
    },
  };
}
