// Requests by fast-check against the built app on a real PostgreSQL: none is answered with an error
// of the server, and nothing is stored that was refused or sent before.
import fc from 'fast-check';
import type { TestServer } from '../server/app/server-on-database.ts';
import { Shopper, type Answered } from '../server/shopper/shopper.ts';
import { freePlans, freeRequest } from './free-requests.ts';
import { hostilePlans, hostileRequest, type System } from './hostile-requests.ts';
import { type FuzzRequest, recordedApp, type Recorded } from './recorded-app.ts';
import { watchTables, brokenInvariants } from './stored.ts';

/** Requests of one round, before and after whose hostile part the tables are compared. */
const perRound = { honest: 60, hostile: 400, replayed: 40, free: 100 } as const;
const shopperCount = 12;
const atOnce = 50;

export type FuzzResult = {
  requests: number;
  statuses: Record<string, number>;
  participants: number;
};

/**
 * @param options.requests how many, rounded up to whole rounds
 * @param options.onRound returns false to end early
 * @throws what was found, with the request and the seed that repeat it
 */
export async function fuzz(
  server: TestServer,
  {
    requests,
    seed,
    onRound,
  }: { requests: number; seed: number; onRound?: (sent: number) => boolean },
): Promise<FuzzResult> {
  const statuses: Record<string, number> = {};
  let mobile = 0;
  const nextMobile = () => String(7_000_000_000 + mobile++);
  let captured: Recorded[] = [];
  const app = recordedApp(server.app, (recorded) => captured.push(recorded));
  const honest = Array.from(
    { length: shopperCount },
    () => new HonestShopper(new Shopper({ ...server, app }), nextMobile),
  );
  const system: System = {
    shoppers: honest.map(({ shopper }) => shopper),
    now: () => server.time.wall,
  };
  const count = ({ status }: { status: number }) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const sendAll = async (all: readonly FuzzRequest[]) => {
    const sent: Recorded[] = [];
    for (let from = 0; from < all.length; from += atOnce) {
      const part = all.slice(from, from + atOnce).map((request) => send(server, request));
      sent.push(...(await Promise.all(part)));
    }
    sent.forEach(count);
    return sent;
  };

  const changedTables = await watchTables(server.database);
  let done = 0;
  let nextCheck = 0;
  for (let round = 0; done < requests; round++) {
    const seeded = { seed: seed + round };
    server.time.wall += fc.sample(fc.nat(90_000), { ...seeded, numRuns: 1 })[0] ?? 0;
    const choices = fc.sample(fc.nat(), { ...seeded, numRuns: perRound.honest });
    await Promise.all(honest.map((one, at) => takeSteps(server, one, at, choices)));
    await changedTables();
    const hostile = fc.sample(hostilePlans, { ...seeded, numRuns: perRound.hostile });
    await sendAll(hostile.map((plan) => hostileRequest(plan, system)));
    const replayed = captured
      .filter(isReplayable)
      .filter(isOfLiving(captured))
      .slice(-perRound.replayed);
    await sendAll(replayed.map(({ request }) => request));
    const changed = await changedTables();
    if (changed.length > 0) {
      const where = `round ${round} of seed ${seed}`;
      throw new Error(`Refused or replayed, yet stored in ${changed.join(', ')}: ${where}`);
    }

    const free = fc.sample(freePlans, { ...seeded, numRuns: perRound.free });
    captured = await sendAll(free.map((plan) => freeRequest(plan, system)));
    done += choices.length + hostile.length + free.length + replayed.length;
    // What breaks an invariant stays, and whole tables are read: after 1, 2, 4, 8 rounds and so on.
    if (round === nextCheck) {
      await assertInvariants(server);
      nextCheck = 2 * round + 1;
    }
    if (onRound?.(done) === false) break;
  }
  await assertInvariants(server);
  const { rows } = await server.database.query<{ count: number }>(
    'select count(*)::int from inaam.participant',
  );
  return { requests: done, statuses, participants: rows[0]?.count ?? 0 };
}

/** More than the signed calls of a step. */
const stepMs = 10;

/**
 * The shoppers act at the same time, each one step after another. The clock advances, so that none
 * of theirs is fast: a try that a fast clock signed before any code can later count as one.
 */
async function takeSteps(
  { time }: TestServer,
  honest: HonestShopper,
  place: number,
  choices: readonly number[],
): Promise<void> {
  for (const choice of choices.filter((_, at) => at % shopperCount === place)) {
    time.wall += stepMs;
    const { status, resp } = await honest.step(choice);
    assertHealthy(status, JSON.stringify(resp), `honest ${choice}`);
  }
}

/**
 * What was accepted, a try, or a resend that came too early: it was answered for good. A session is
 * the one call that is not signed.
 */
const isReplayable = ({ request: { method, url }, status }: Recorded) =>
  method === 'POST' &&
  url !== '/api/users' &&
  url.startsWith('/api/') &&
  (status === 200 ||
    (status === 400 && url.includes('verifyOTP')) ||
    (status === 429 && url.includes('resendOtp')));

/**
 * After an erasure the device's try is one of the code for another number that it has registered,
 * and counts there, once: what it was meant for is forgotten.
 */
function isOfLiving(captured: readonly Recorded[]): (recorded: Recorded) => boolean {
  const erasing = captured.flatMap(({ request: { url }, status }) =>
    status === 200 && /withdrawConsent|eraseData/.test(url) ? [userKeyIn(url)] : [],
  );
  return ({ request: { url } }) => !url.includes('verifyOTP') || !erasing.includes(userKeyIn(url));
}

const userKeyIn = (url: string) => url.split('?')[0]?.split('/').at(-1);

async function send({ app }: TestServer, request: FuzzRequest): Promise<Recorded> {
  const { method, url, headers, payload } = request;
  const { statusCode, body } = await app.inject({ method, url, headers, payload });
  const what = JSON.stringify(request);
  assertHealthy(statusCode, body, what);
  if (url.startsWith('/api/') && method !== 'HEAD') assertEnvelope(statusCode, body, what);
  if (request.mustBeRefused && (statusCode < 400 || statusCode === 429)) {
    throw new Error(`Not refused, but ${statusCode}: ${what}`);
  }
  return { request, status: statusCode };
}

function assertHealthy(status: number, body: string, what: string): void {
  if (status >= 500) throw new Error(`Answered ${status}: ${what}`);
  if (/\.ts:\d|node_modules|relation "|econn|violates|syntax error/i.test(body)) {
    throw new Error(`The answer tells of the server: ${what}`);
  }
}

function assertEnvelope(status: number, body: string, what: string): void {
  const sent: unknown = body === '' ? undefined : JSON.parse(body);
  const resp = typeof sent === 'object' && sent !== null && 'resp' in sent ? sent.resp : undefined;
  const isOf = typeof resp === 'object' && resp !== null && 'statusCode' in resp;
  if (!isOf || resp.statusCode !== status) throw new Error(`No answer of the protocol: ${what}`);
}

async function assertInvariants(server: TestServer): Promise<void> {
  const broken = await brokenInvariants(server);
  if (broken.length > 0) throw new Error(`Broken: ${broken.join('; ')}.`);
}

// Shoppers who take part meanwhile: what hostile requests meet is then not an empty server.
const states = ['Goa', 'Kerala', 'Tamil Nadu', 'Karnataka'] as const;

/** What was answered to one shopper, and must never change. */
class HonestShopper {
  readonly shopper: Shopper;
  readonly #nextMobile: () => string;
  #mobile = '';
  #reward: unknown;

  constructor(shopper: Shopper, nextMobile: () => string) {
    this.shopper = shopper;
    this.#nextMobile = nextMobile;
  }

  /**
   * @param choice any whole number
   * @returns the answers; the codes of the protocol that they may have are up to the server
   */
  async step(choice: number): Promise<Answered> {
    const { shopper } = this;
    const state = states[choice % states.length] ?? 'Goa';
    if (this.#mobile === '' || choice % 23 === 0) return this.#begin(state);
    switch (choice % 9) {
      case 0:
        return shopper.call('verifyOtp', { otp: String(choice % 1_000_000).padStart(6, '0') });
      case 1:
        return shopper.call('resendOtp');
      case 2:
        return shopper.call('editDetails', {
          name: 'Asha Rao',
          state: 'Goa',
          city: 'Panaji',
          gender: 'female',
          age: '30',
        });
      case 3:
        return shopper.read('getDetails');
      case 4:
        return shopper.start();
      case 5:
        return shopper.call('recordConsent', { agree: 'YES' });
      case 6:
        return this.#verify();
      case 7:
        return shopper.call(choice % 2 === 0 ? 'eraseData' : 'withdrawConsent');
      default:
        return this.#spin();
    }
  }

  async #begin(state: string): Promise<Answered> {
    this.#mobile = this.#nextMobile();
    this.#reward = undefined;
    this.shopper.accessToken = undefined;
    return this.shopper.register(this.#mobile, state);
  }

  async #verify(): Promise<Answered> {
    // A used code is wiped, and a device that waits has none.
    const code = await this.shopper.code(this.#mobile).catch(() => '123456');
    return this.shopper.verifyWith(code);
  }

  async #spin(): Promise<Answered> {
    const answer = await this.shopper.call('getReward');
    if (answer.status !== 200) return answer;
    const { winType } = answer.resp;
    this.#reward ??= winType;
    if (this.#reward !== winType) throw new Error('A reward has changed.');
    return answer;
  }
}
