// Carries one call to the server and back: signs it, sends it, reads the answer, and turns everything that is not
// a success into one of four errors. Knows no React, no storage and no toast; clock, dice and network come in by
// the door.
import { callPath, calls, type Answer, type CallName, type Fields } from '@inaam/contract/calls.ts';
import { isSuccess, readRefusal, unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import * as z from 'zod/mini';
import { AnswerUnreadable } from './answer-unreadable.ts';
import { CallRefused } from './call-refused.ts';
import { NetworkFailed } from './network-failed.ts';
import type { ServerClock } from './server-clock.ts';
import { sentAgain } from './sent-again.ts';
import { SessionMissing } from './session-missing.ts';

/** How long an answer may take, a second sending included; after that it counts as a failed network. */
export const answerWithinMs = 15_000;
/** Between a sending that failed and the second: long enough for a phone to change its cell. */
const pauseMs = 700;

export type Credentials = {
  userKey: string | null;
  dataKey: string | null;
  accessToken: string | null;
};

type Doors = {
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  /** Comes after so many ms. */
  pause: (ms: number) => Promise<void>;
  /** Whether there is a network to send to, as far as the device knows. */
  isOnline: () => boolean;
  clock: ServerClock;
  /** A random whole number from 0 up to, not including, its argument. Need not be unguessable. */
  below: (bound: number) => number;
  /** What the session holds at the moment of the call. */
  credentials: () => Credentials;
  /** Which session of this page it is, counted. */
  round: () => number;
  /** The language of the page, which the server answers in, whatever the phone's is. */
  language: () => string;
  /** Sentence of the error for a call without a session. */
  sessionMissing: string;
};

/** Makes a call. Rejects with `CallRefused`, `NetworkFailed`, `AnswerUnreadable` or `SessionMissing`. */
export type Call = <Name extends CallName>(
  name: Name,
  fields: Fields<Name>,
) => Promise<Answer<Name>>;

export function createClient(doors: Doors): Call {
  const send = async <Name extends CallName>(one: OneCall<Name>): Promise<Answer<Name>> => {
    const { name } = one;
    const { response, text } = await carry(one, doors);
    const resp = unwrapResponse(text);
    if (resp === undefined) throw new AnswerUnreadable('noEnvelope');
    if (response.status >= 500 || !isSuccess(resp['statusCode'])) {
      throw refusalOf(resp, response.headers.get('Retry-After'));
    }
    const serverTime = z.safeParse(z.int(), resp['serverTime']);
    if (serverTime.success) doors.clock.correct(serverTime.data);
    if (!isAnswer(name, resp)) throw new AnswerUnreadable('otherShape');
    return resp;
  };

  const signedAgain: typeof send = async (one) => {
    try {
      return await send(one);
    } catch (error) {
      // Only a stale time is worth a second signature, and only once: the next 401 is an expired session.
      if (!(error instanceof CallRefused) || error.statusCode !== 401) throw error;
      if (error.serverTimeMs === undefined) throw error;
      doors.clock.correct(error.serverTimeMs);
      return send(one);
    }
  };

  return async (name, fields) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), answerWithinMs);
    const of = { credentials: doors.credentials(), round: doors.round() };
    try {
      return await signedAgain({ name, fields, late: late.signal, ...of });
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A call with whose it is: a second sending is the same one's, or there is none. */
type OneCall<Name extends CallName> = {
  name: Name;
  fields: Fields<Name>;
  credentials: Credentials;
  round: number;
  /** Fires when its time is over. */
  late: AbortSignal;
};

/** Sends a call, and where that is safe and the network failed at once, silently a second time, signed anew. */
async function carry<Name extends CallName>(one: OneCall<Name>, doors: Doors) {
  const exchanged = () => exchange(doors, spell(one, doors), one.late);
  try {
    return await exchanged();
  } catch (error) {
    if (!(error instanceof NetworkFailed) || !sentAgain[one.name]) throw error;
    // Who is offline is told so at once; who has waited the whole time is not made to wait again.
    if (!doors.isOnline() || one.late.aborted) throw error;
    await doors.pause(pauseMs);
    // Whose session has ended meanwhile has nothing more to send.
    if (doors.round() !== one.round) throw error;
    return exchanged();
  }
}

function spell<Name extends CallName>(
  { name, fields, credentials }: OneCall<Name>,
  doors: Doors,
): Spelled {
  const { kind, bearer } = calls[name];
  const { userKey, dataKey, accessToken } = credentials;
  const headers = new Headers({ 'Accept-Language': doors.language() });
  if (accessToken !== null && (bearer || kind === 'open')) {
    headers.set('Authorization', `Bearer ${accessToken}`);
  }
  if (kind === 'open') {
    headers.set('Content-Type', 'application/json');
    const request = { method: 'POST', headers, body: JSON.stringify(fields) };
    return { address: callPath(name), request };
  }
  if (userKey === null || dataKey === null) throw new SessionMissing(doors.sessionMissing);
  const t = doors.clock.now();
  const address = `${callPath(name, userKey)}?t=${t}`;
  if (kind === 'read') return { address, request: { method: 'GET', headers } };
  const data = sign({ userKey, t, fields: { ...fields } }, dataKey, drawPadding(doors.below));
  // URLSearchParams names the form's content type by itself.
  return {
    address,
    request: { method: 'POST', headers, body: new URLSearchParams({ userKey, data }) },
  };
}

type Spelled = { address: string; request: RequestInit };

async function exchange(doors: Doors, { address, request }: Spelled, late: AbortSignal) {
  try {
    const response = await doors.fetch(address, { ...request, cache: 'no-store', signal: late });
    return { response, text: await response.text() };
  } catch (error) {
    throw new NetworkFailed(error);
  }
}

function isAnswer<Name extends CallName>(name: Name, resp: unknown): resp is Answer<Name> {
  return z.safeParse(calls[name].answer, resp).success;
}

function refusalOf(resp: Record<string, unknown>, retryAfter: string | null): Error {
  const refusal = readRefusal(resp);
  if (!refusal) return new AnswerUnreadable('noEnvelope');
  const seconds = retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter);
  return new CallRefused(refusal, seconds ? Number(retryAfter) : undefined);
}
