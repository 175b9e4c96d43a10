// Takes a group of made-up shoppers through what the calls do, with the real rules and the real storage, many at a time:
// registration, code, wrong tries, verification, spin. Their clock is the moment that each of them came at. Sends no SMS.
import type { Keys } from '../keys/keys.ts';
import { sealPersonalData, sealRegistration } from '../keys/personal-data.ts';
import { admissionPoolOf } from '../rules/admission.ts';
import { codeLifetimeMs } from '../rules/rate-limits.ts';
import { poolName } from '../rules/commitment.ts';
import { indianDay } from '../rules/period.ts';
import type { FixedReward } from '../rules/reward.ts';
import type { Granted } from '../storage/grants.ts';
import type { Storage } from '../storage/storage.ts';
import type { SimulatedVisitor } from './visitors.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { DayCounts } from './day-counts.ts';

export type SimulationContext = {
  storage: Storage;
  keys: Keys;
  dice: SeededRandom;
  noticeHash: string;
  fixed: readonly FixedReward[];
};

/** A verified participant at the wheel. */
export type Spinner = { pseudonym: Buffer; state: string; at: number };

type Visit = SimulatedVisitor & { mobileIndex: Buffer };

/** How long after the arrival, in ms: a minute of patience (Design 1). */
const after = { resend: 65_000, wrongCode: 90_000, code: 150_000, spin: 170_000 } as const;
const wrongCodeMs = 10_000;
const tokenLifeMs = 12 * 3_600_000;
const [rightCode, wrongCode] = ['424242', '242424'];

/** Brings visitors to the wheel; answers who has come there. */
export async function bringToWheel(
  world: SimulationContext,
  visitors: readonly SimulatedVisitor[],
  tally: DayCounts,
): Promise<Spinner[]> {
  tally.came += visitors.length;
  const visits = visitors.map((visitor) => ({
    ...visitor,
    mobileIndex: world.keys.mobileIndex(visitor.mobile),
  }));
  const { recordConsents } = world.storage;
  const { noticeHash } = world;
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
  const registered = await register(world, visits, tally);
  await resend(world, registered, tally);
  const typing = registered.filter(({ typesCode }) => typesCode);
  await typeWrongly(world, typing, tally);
  return verify(world, typing, tally);
}

async function register(world: SimulationContext, visits: readonly Visit[], tally: DayCounts) {
  const verdicts = await all(
    world.storage.requestCodes,
    visits.map((visit) => ({
      ...asking(world, visit, 0),
      call: 'register' as const,
      registration: sealRegistration(world.keys, personOf(visit), visit.userKey, visit.mobileIndex),
    })),
  );
  return visits.filter((_, at) => {
    const verdict = verdicts[at];
    if (verdict?.kind === 'send') tally.codes += 1;
    else if (verdict?.kind === 'refuse' && verdict.messageId === 'participationLimit')
      tally.already += 1;
    else tally.waited += 1;
    return verdict?.kind === 'send';
  });
}

async function resend(world: SimulationContext, visits: readonly Visit[], tally: DayCounts) {
  const asked = visits.filter(({ resends }) => resends);
  const verdicts = await all(
    world.storage.requestCodes,
    asked.map((visit) => ({
      ...asking(world, visit, after.resend),
      call: 'resend' as const,
      registration: undefined,
    })),
  );
  const sent = verdicts.filter(({ kind }) => kind === 'send').length;
  tally.codes += sent;
  tally.resends += sent;
}

/** Before the right code: each round is one more wrong one of those who are that clumsy. */
async function typeWrongly(world: SimulationContext, visits: readonly Visit[], tally: DayCounts) {
  for (let round = 0; ; round++) {
    const clumsy = visits.filter(({ wrongCodes }) => wrongCodes > round);
    if (clumsy.length === 0) return;
    const compared = await tried(world, clumsy, wrongCode, after.wrongCode + round * wrongCodeMs);
    if (compared.some((codeHash) => codeHash !== undefined)) {
      throw new Error('Failed to simulate: a wrong code was taken for the right one.');
    }
    tally.wrongCodes += clumsy.length;
  }
}

async function verify(world: SimulationContext, visits: readonly Visit[], tally: DayCounts) {
  const compared = await tried(world, visits, rightCode, after.code);
  const right = visits.flatMap((visit, place) => {
    const codeHash = compared[place];
    return codeHash ? [{ visit, codeHash }] : [];
  });
  const proposed = right.map(() => world.dice.bytes(16));
  const verified = await all(
    world.storage.recordVerifications,
    right.map(({ visit, codeHash }, place) => ({
      userKey: visit.userKey,
      mobileIndex: visit.mobileIndex,
      codeHash,
      t: visit.at + after.code,
      now: visit.at + after.code,
      state: visit.state,
      admissionPool: admissionPoolOf(world.fixed, visit.state, indianDay(visit.at + after.code)),
      pseudonym: proposed[place] ?? Buffer.alloc(0),
      sealFor: (pseudonym: Uint8Array) => sealPersonalData(world.keys, personOf(visit), pseudonym),
      token: { hash: world.dice.bytes(32), expiresAt: visit.at + after.code + tokenLifeMs },
    })),
  );
  return right.flatMap(({ visit }, place) => {
    const answer = verified[place];
    if (answer?.kind === 'full') tally.full += 1;
    if (!answer || answer.kind === 'raced' || answer.kind === 'full') return [];
    const { pseudonym, state } = answer;
    // A number that was verified before has kept the pseudonym it had.
    if (proposed[place]?.equals(pseudonym)) tally.verified += 1;
    return visit.spins ? [{ pseudonym, state, at: visit.at + after.spin }] : [];
  });
}

/**
 * Lets them spin; answers who has to come again another day.
 * @param owed pseudonyms of who was promised a reward and has none yet: kept up to date here
 */
export async function spin(
  { storage }: SimulationContext,
  spinners: readonly Spinner[],
  tallyOf: (day: string) => DayCounts,
  owed: Set<string>,
): Promise<Spinner[]> {
  const claims = spinners.map(({ pseudonym, at }) => ({
    pseudonym,
    today: indianDay(at),
    now: at,
  }));
  const granted = await all(storage.grantRewards, claims);
  return spinners.filter((spinner, place) => {
    const tally = tallyOf(indianDay(spinner.at));
    const reward = granted[place];
    const name = spinner.pseudonym.toString('hex');
    if (reward?.amount !== undefined) {
      note(tally, spinner, reward);
      owed.delete(name);
      return false;
    }
    owed.add(name);
    const isPaced = reward?.why === 'paced';
    if (isPaced) tally.cameTooEarly += 1;
    else tally.foundNothing += 1;
    return isPaced;
  });
}

/** Counts a reward where this spin was the one that was granted it. */
function note(tally: DayCounts, { state }: Spinner, { amount, newKind }: Granted): void {
  if (amount === undefined || newKind === undefined) return;
  const pool = poolName(newKind, amount, newKind === 'fixed' ? state : null);
  tally.granted += 1;
  tally.rupees += amount;
  tally.byPool[pool] = (tally.byPool[pool] ?? 0) + 1;
}

const personOf = ({ mobile, state }: SimulatedVisitor) => ({ mobile, state, name: 'Made Up' });

function asking({ keys }: SimulationContext, { userKey, mobileIndex, at }: Visit, afterMs: number) {
  const now = at + afterMs;
  const hash = keys.codeHash(rightCode, userKey, mobileIndex);
  // Nobody opens it: no SMS goes out.
  const code = { hash, sealed: Buffer.alloc(0), expiresAt: now + codeLifetimeMs };
  return { userKey, mobileIndex, t: now, now, code };
}

/** Types a code: the hash it was found equal to, or undefined where it was wrong or may not be compared. */
async function tried(
  { storage, keys }: SimulationContext,
  visits: readonly Visit[],
  code: string,
  afterMs: number,
): Promise<(Buffer | undefined)[]> {
  const counted = await all(
    storage.countTries,
    visits.map(({ userKey, mobileIndex, at }) => ({ userKey, mobileIndex, now: at + afterMs })),
  );
  return visits.map(({ userKey, mobileIndex }, place) => {
    const answer = counted[place];
    if (answer?.kind !== 'compare') return undefined;
    const typed = keys.codeHash(code, userKey, mobileIndex);
    return keys.isSameHash(answer.codeHash, typed) ? answer.codeHash : undefined;
  });
}

/** The answers of a storage function, all of which must be there. */
async function all<In, Out>(
  ask: (items: readonly In[]) => Promise<PromiseSettledResult<Out>[]>,
  items: readonly In[],
): Promise<Out[]> {
  if (items.length === 0) return [];
  return (await ask(items)).map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
