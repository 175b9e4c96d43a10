// Carries one call to the server and back: signs it, sends it, reads the answer, and turns everything that is not
// a success into one of four errors. Knows no React, no storage and no toast; clock, dice and network come in by
// the door.
import {
  addressOf,
  calls,
  type Answer,
  type CallName,
  type Fields,
} from '@inaam/contract/calls.ts';
import { isSuccess, refusalIn, unwrapped } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import * as z from 'zod/mini';
import { AnswerUnreadable } from './answer-unreadable.ts';
import { CallRefused } from './call-refused.ts';
import { NetworkFailed } from './network-failed.ts';
import type { ServerClock } from './server-clock.ts';
import { SessionMissing } from './session-missing.ts';

/** How long an answer may take; after that it counts as a failed network. */
export const answerWithinMs = 15_000;

export type Credentials = {
  userKey: string | null;
  dataKey: string | null;
  accessToken: string | null;
};

type Doors = {
  fetch: (address: string, request: RequestInit) => Promise<Response>;
  clock: ServerClock;
  /** A random whole number from 0 up to, not including, its argument. Need not be unguessable. */
  below: (bound: number) => number;
  /** What the session holds at the moment of the call. */
  credentials: () => Credentials;
  /** Sentence of the error for a call without a session. */
  sessionMissing: string;
};

/** Makes a call. Rejects with `CallRefused`, `NetworkFailed`, `AnswerUnreadable` or `SessionMissing`. */
export type Call = <Name extends CallName>(
  name: Name,
  fields: Fields<Name>,
) => Promise<Answer<Name>>;

export function createClient(doors: Doors): Call {
  const send = async <Name extends CallName>(
    name: Name,
    fields: Fields<Name>,
  ): Promise<Answer<Name>> => {
    const { address, request } = spell(name, fields, doors);
    const { response, text } = await exchange(doors, address, request);
    const resp = unwrapped(text);
    if (resp === undefined) throw new AnswerUnreadable('noEnvelope');
    if (response.status >= 500 || !isSuccess(resp['statusCode'])) {
      throw refusalOf(resp, response.headers.get('Retry-After'));
    }
    const serverTime = z.safeParse(z.int(), resp['serverTime']);
    if (serverTime.success) doors.clock.correct(serverTime.data);
    if (!isAnswer(name, resp)) throw new AnswerUnreadable('otherShape');
    return resp;
  };

  return async (name, fields) => {
    try {
      return await send(name, fields);
    } catch (error) {
      // Only a stale time is worth a second signature, and only once: the next 401 is an expired session.
      if (!(error instanceof CallRefused) || error.statusCode !== 401) throw error;
      if (error.serverTimeMs === undefined) throw error;
      doors.clock.correct(error.serverTimeMs);
      return send(name, fields);
    }
  };
}

function spell<Name extends CallName>(name: Name, fields: Fields<Name>, doors: Doors) {
  const { travel, bearer } = calls[name];
  const { userKey, dataKey, accessToken } = doors.credentials();
  const headers = new Headers();
  if (accessToken !== null && (bearer || travel === 'open')) {
    headers.set('Authorization', `Bearer ${accessToken}`);
  }
  if (travel === 'open') {
    headers.set('Content-Type', 'application/json');
    const request = { method: 'POST', headers, body: JSON.stringify(fields) };
    return { address: addressOf(name), request };
  }
  if (userKey === null || dataKey === null) throw new SessionMissing(doors.sessionMissing);
  const t = doors.clock.now();
  const address = `${addressOf(name, userKey)}?t=${t}`;
  if (travel === 'read') return { address, request: { method: 'GET', headers } };
  const data = sign({ userKey, t, fields: { ...fields } }, dataKey, drawPadding(doors.below));
  // URLSearchParams names the form's content type by itself.
  return {
    address,
    request: { method: 'POST', headers, body: new URLSearchParams({ userKey, data }) },
  };
}

async function exchange(doors: Doors, address: string, request: RequestInit) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), answerWithinMs);
  try {
    const response = await doors.fetch(address, {
      ...request,
      cache: 'no-store',
      signal: abort.signal,
    });
    return { response, text: await response.text() };
  } catch (error) {
    throw new NetworkFailed(error);
  } finally {
    clearTimeout(timer);
  }
}

function isAnswer<Name extends CallName>(name: Name, resp: unknown): resp is Answer<Name> {
  return z.safeParse(calls[name].answer, resp).success;
}

function refusalOf(resp: Record<string, unknown>, retryAfter: string | null): Error {
  const refusal = refusalIn(resp);
  if (!refusal) return new AnswerUnreadable('noEnvelope');
  const seconds = retryAfter !== null && /^[0-9]{1,9}$/.test(retryAfter);
  return new CallRefused(refusal, seconds ? Number(retryAfter) : undefined);
}
