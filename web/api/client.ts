import {
  coreCalls,
  pathOf,
  type AnswerOf,
  type CallRow,
  type FieldsOf,
} from '@inaam/contract/core-calls.ts';
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
export type Call = <Row extends CallRow>(
  row: Row,
  fields: FieldsOf<Row>,
  onBusy?: () => void,
) => Promise<AnswerOf<Row>>;

export function createClient(options: ClientOptions): Call {
  const { credentials, isOnline, language, pause, randomBelow, solveProof } = options;
  return async (row, fields, onBusy) => {
    const signal = options.signal();
    const signedWith = { credentials: credentials(), language: language() };
    const call: PendingCall = { row, fields, signal, ...signedWith };
    const waitOf = createBusyBackoff(randomBelow);
    let proofsLeft = proofsMax;
    for (;;) {
      try {
        return await send(row, call, options);
      } catch (error) {
        if (error instanceof CallRefused && error.challenge !== undefined && proofsLeft > 0) {
          proofsLeft -= 1;
          const proof = await solveProof(error.challenge, () => !signal.aborted);
          if (proof === undefined || signal.aborted) throw error;
          call.fields = { ...call.fields, proof };
          continue;
        }
        const retryAfterSeconds = repeatSecondsOf(error, call);
        const waitMs = retryAfterSeconds === undefined ? undefined : waitOf(retryAfterSeconds);
        if (waitMs === undefined || signal.aborted) throw error;
        onBusy?.();
        await pause(waitMs, signal);
        if (signal.aborted) throw error;
        if (!isOnline()) throw new NetworkFailed(error);
        call.keptT = isKnownByTime(row) && !isRefusedCopy(error, call) ? call.t : undefined;
      }
    }
  };
}

function repeatSecondsOf(error: unknown, call: PendingCall): number | undefined {
  if (!(error instanceof CallRefused)) return undefined;
  const isBusy = error.statusCode === 503;
  return isBusy || isRefusedCopy(error, call) ? error.retryAfterSeconds : undefined;
}

/** The first call succeeded, or the server has sent another code since. */
function isRefusedCopy(error: unknown, { keptT }: PendingCall): boolean {
  return keptT !== undefined && error instanceof CallRefused && error.statusCode === 429;
}

async function send<Row extends CallRow>(
  row: Row,
  call: PendingCall,
  options: ClientOptions,
): Promise<AnswerOf<Row>> {
  const { clock, isOnline, pause } = options;
  const { signal } = call;
  const cut = new AbortController();
  const cutOff = () => cut.abort();
  const timer = setTimeout(cutOff, answerTimeoutMs);
  if (!outlivesSession(row)) signal.addEventListener('abort', cutOff);
  let mayRetry = !isSentOnce(row);
  let mayResign = true;
  try {
    for (;;) {
      try {
        const request = buildRequest(call, options);
        const reply = await exchange(options.fetch, request, cut.signal);
        return readAnswer(row, reply, call.language, clock);
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

type PendingCall = {
  row: CallRow;
  fields: object;
  credentials: Credentials;
  language: string;
  signal: AbortSignal;
  t?: number;
  /** `t` of the request that is repeated. */
  keptT?: number | undefined;
};
type SignedRequest = { address: string; request: RequestInit };

function buildRequest(call: PendingCall, { clock, randomBelow }: ClientOptions): SignedRequest {
  const { row, fields, credentials, language } = call;
  const { kind, bearer } = row;
  const { userKey, dataKey, accessToken } = credentials;
  const headers = new Headers({ 'Accept-Language': language });
  if (accessToken !== null && (bearer || kind === 'open')) {
    headers.set('Authorization', `Bearer ${accessToken}`);
  }
  if (kind === 'open') {
    headers.set('Content-Type', 'application/json');
    const request = { method: 'POST', headers, body: JSON.stringify(fields) };
    return { address: pathOf(row), request };
  }
  if (userKey === null || dataKey === null) throw new SessionMissing();
  if (accessToken === null && bearer === true) throw new NotRegistered();
  const t = call.keptT ?? clock.now();
  call.t = t;
  const address = `${pathOf(row, userKey)}?t=${t}`;
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

function readAnswer<Row extends CallRow>(
  row: Row,
  { response, text }: Reply,
  language: string,
  clock: ServerClock,
): AnswerOf<Row> {
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
  const answer = z.safeParse<Row['answer']>(row.answer, resp);
  if (!answer.success) throw new UnreadableAnswer('otherShape');
  return answer.data;
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

/**
 * Not repeated after a network failure (Protocol: Order and repeats): a wrong code would use up two
 * of the five tries, and a resend would come too early. After a 503, all calls are repeated.
 */
const isSentOnce = (row: CallRow): boolean =>
  row === coreCalls.verifyOtp || row === coreCalls.resendOtp;

/** The device keeps the reward for its next visit, and a wish counts without its screen. */
const outlivesSession = (row: CallRow): boolean =>
  /\/(?:getReward|getUserClick|withdrawConsent|eraseData)$/.test(row.path);

/** The server may have counted the try; the time identifies the repeat. */
const isKnownByTime = (row: CallRow): boolean => row === coreCalls.verifyOtp;

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
