// Uses the real rules and storage. Each shopper's clock shows the time of arrival. No SMS is sent.
import type { Keys } from '@inaam/server/platform/keys.ts';
import { typedCode } from '@inaam/server/codes/one-time-code.ts';
import {
  sealPersonalData,
  sealRegistration,
  type Purchase,
} from '@inaam/server/platform/personal-data.ts';
import { codeLifetimeMs } from '@inaam/server/codes/rate-limits.rules.ts';
import type { CommittedReward } from '@inaam/server/draw/commitment.rules.ts';
import { indianDay } from '@inaam/server/platform/period.rules.ts';
import type { Storage } from '@inaam/server/main/storage.ts';
import type { SimulatedVisitor } from './visitors.ts';
import type { SeededRandom } from './seeded-random.ts';
import { accessTokenLifetimeMs } from '@inaam/contract/limits.ts';

export type SimulationContext = {
  storage: Storage;
  keys: Keys;
  random: SeededRandom;
  noticeHash: string;
  fixed: readonly CommittedReward[];
  /** Of the next shopper, if the campaign asks for one. */
  nextPurchase?: (() => Purchase) | undefined;
  /** How far the campaign's clock is ahead of the visitors' times. */
  campaignOffsetMs?: number;
};

const dayOf = ({ campaignOffsetMs = 0 }: SimulationContext, at: number) =>
  indianDay(at + campaignOffsetMs);

export type Spinner = {
  pseudonym: Buffer;
  state: string;
  drawNumber: number | undefined;
  at: number;
};

type Visit = SimulatedVisitor & { mobileIndex: Buffer };

/** In ms after the arrival; a resend is possible after a minute (Design 1). */
const after = { resend: 65_000, wrongCode: 90_000, code: 150_000, spin: 170_000 } as const;
const wrongCodeMs = 10_000;
const [rightCode, wrongCode] = ['424242', '242424'];

export async function bringToWheel(
  context: SimulationContext,
  visitors: readonly SimulatedVisitor[],
): Promise<Spinner[]> {
  const visits = visitors.map((visitor) => ({
    ...visitor,
    mobileIndex: context.keys.mobileIndex(visitor.mobile),
  }));
  const { recordConsents } = context.storage;
  const { noticeHash } = context;
  await all(
    recordConsents,
    visits.map(({ userKey, at }) => ({
      userKey,
      t: at,
      now: at,
      answer: 'YES' as const,
      noticeHash,
    })),
  );
  const registered = await register(context, visits);
  await resend(context, registered);
  const typing = registered.filter(({ typesCode }) => typesCode);
  await typeWrongly(context, typing);
  return verify(context, typing);
}

async function register(context: SimulationContext, visits: readonly Visit[]) {
  const verdicts = await all(
    context.storage.requestCodes,
    visits.map((visit) => ({
      ...asking(context, visit, 0),
      call: 'register' as const,
      registration: sealRegistration(
        context.keys,
        personOf(visit),
        visit.userKey,
        visit.mobileIndex,
      ),
    })),
  );
  return visits.filter((_, at) => verdicts[at]?.kind === 'send');
}

async function resend(context: SimulationContext, visits: readonly Visit[]): Promise<void> {
  const asked = visits.filter(({ resends }) => resends);
  await all(
    context.storage.requestCodes,
    asked.map((visit) => ({
      ...asking(context, visit, after.resend),
      call: 'resend' as const,
      registration: undefined,
    })),
  );
}

/** One wrong try per visitor and round. */
async function typeWrongly(context: SimulationContext, visits: readonly Visit[]): Promise<void> {
  for (let round = 0; ; round++) {
    const mistaken = visits.filter(({ wrongCodes }) => wrongCodes > round);
    if (mistaken.length === 0) return;
    const tried = await tryCode(
      context,
      mistaken,
      wrongCode,
      after.wrongCode + round * wrongCodeMs,
    );
    if (tried.some(({ kind }) => kind !== 'refuse')) {
      throw new Error('Failed to simulate: a wrong code was taken for the right one.');
    }
  }
}

async function verify(context: SimulationContext, visits: readonly Visit[]): Promise<Spinner[]> {
  const verified = await tryCode(context, visits, rightCode, after.code);
  return visits.flatMap((visit, index) => {
    const answer = verified[index];
    if (!answer || !('pseudonym' in answer)) return [];
    const { pseudonym, state, drawNumber } = answer;
    return visit.spins ? [{ pseudonym, state, drawNumber, at: visit.at + after.spin }] : [];
  });
}

/** @returns shoppers who must return on another day */
export async function spin(
  context: SimulationContext,
  spinners: readonly Spinner[],
): Promise<Spinner[]> {
  const claims = spinners.map(({ pseudonym, drawNumber, at }) => ({
    pseudonym,
    drawNumber,
    today: dayOf(context, at),
    now: at,
  }));
  const granted = await all(context.storage.grantRewards, claims);
  return spinners.filter((_, at) => {
    const reward = granted[at];
    return reward?.amount === undefined && reward?.reason === 'paced';
  });
}

const personOf = ({ mobile, state, name = 'Made Up' }: SimulatedVisitor) => ({
  mobile,
  state,
  name,
});

/** Nothing is counted by address here. */
const sender = { site: 'address:all', provider: 'provider:all' };

function asking({ keys }: SimulationContext, { userKey, mobileIndex, at }: Visit, afterMs: number) {
  const now = at + afterMs;
  const hash = keys.codeHash(rightCode, userKey, mobileIndex);
  const sealed = Buffer.alloc(0);
  const code = { hash, sealed, expiresAt: now + codeLifetimeMs, sealGuarded: () => sealed };
  return { userKey, mobileIndex, t: now, now, code, sender, proof: undefined };
}

function tryCode(
  context: SimulationContext,
  visits: readonly Visit[],
  otp: string,
  afterMs: number,
) {
  const { storage, keys, random } = context;
  return all(
    storage.verifyCodes,
    visits.map((visit) => {
      const { userKey, mobileIndex, state } = visit;
      const now = visit.at + afterMs;
      const typed = typedCode(keys, { otp, t: now }, userKey, mobileIndex);
      const verificationOf = () => ({
        state,
        purchase: context.nextPurchase?.(),
        today: dayOf(context, now),
        pseudonymFor: (claim: number) => keys.pseudonymOf(mobileIndex, claim),
        sealFor: (pseudonym: Uint8Array) => sealPersonalData(keys, personOf(visit), pseudonym),
        token: { hash: random.bytes(32), expiresAt: now + accessTokenLifetimeMs },
      });
      return { userKey, mobileIndex, t: now, now, typed, verificationOf };
    }),
  );
}

/** @throws the first error of the batch */
export async function all<In, Out>(
  ask: (items: readonly In[]) => Promise<PromiseSettledResult<Out>[]>,
  items: readonly In[],
): Promise<Out[]> {
  if (items.length === 0) return [];
  return (await ask(items)).map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
