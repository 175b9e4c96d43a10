// One transaction consumes the code, makes the mobile a participant with a promise, records that in
// the ledger and issues a token. The caller has compared the code.
import type { QueryConfig } from 'pg';
import { admissionPoolOf, admit } from '../draw/reward.rules.ts';
import { shutOut } from '../codes/guarded-mobile.rules.ts';
import { decideClaim, type ClaimLimits, type ClaimVerdict } from '../codes/claims.rules.ts';
import { decidePromises, type RewardRules } from '../draw/promise.rules.ts';
import { refusePackOf } from '../packs/bind-packs.sql.ts';
import type { PackRefusal } from '../packs/packs.rules.ts';
import { classifyCodeUse } from '../codes/try-code.rules.ts';
import { batched, type Batched, rowKey, lockThenWrite } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import type { Mutex } from '../database/batches/gather.ts';
import { deviceAndMobileKeys, findHeldCodes } from '../codes/code-facts.sql.ts';
import {
  lockVerifications,
  type KnownParticipant,
  type LockedVerifications,
} from './lock-verifications.sql.ts';
import {
  type Newcomer,
  type Verification,
  verificationsWrite,
  type Enrolled,
} from './write-verifications.sql.ts';

export type Verified =
  | ({ kind: 'first' | 'again'; isNew: boolean; isPackUnused?: boolean } & KnownParticipant)
  /**
   * The code is used up, but nobody is admitted: all rewards are promised, or the last day is over.
   */
  | { kind: 'full' }
  /** The number has taken part as often as it may. */
  | { kind: 'rewarded'; again: 'tomorrow' | 'never' }
  | { kind: 'blocked' }
  /** Each pack has a code, and this one cannot be used. */
  | { kind: 'noPack'; refusal: PackRefusal | 'missing' }
  /** Another call used the code first, or the code was replaced. */
  | { kind: 'raced' };

/** @property limits undefined: a number takes part once */
export type ClaimOptions = { hasPacks?: boolean; limits?: ClaimLimits | undefined };

/** Of simultaneous calls with one code, exactly one is `first`. */
export function recordVerifications(
  database: Database,
  campaign: string,
  rules: RewardRules,
  mutex?: Mutex,
  { hasPacks = false, limits }: ClaimOptions = {},
): Batched<Verification, Verified> {
  const claimsMax = limits?.inAll ?? 1;
  return batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockVerifications(connection, campaign, batch, { hasPacks, claimsMax }),
        (locked) => {
          const decision = decide(batch, locked, rules, limits);
          const result = new Map(
            decision.decided.map(({ item, verified }) => [keyOf(item), verified]),
          );
          return { result, write: writeOf(campaign, locked, decision) };
        },
      ),
    (item) => [...deviceAndMobileKeys(item), ...(item.pack ? [rowKey('pack', item.pack.id)] : [])],
    mutex,
    findHeldCodes(database, campaign),
  );
}

const keyOf = (item: Verification) => rowKey(item.userKey, item.mobileIndex);

type Decided = {
  item: Verification;
  use: ReturnType<typeof classifyCodeUse>;
  verified: Verified;
};
type Decision = { decided: Decided[]; enrolled: Enrolled[]; nextDraw: number };

function writeOf(
  campaign: string,
  { enrolment }: LockedVerifications,
  { decided, enrolled, nextDraw }: Decision,
): QueryConfig | undefined {
  const accepted = decided.filter(({ verified }) => verified.kind !== 'raced');
  if (accepted.length === 0) return undefined;
  return verificationsWrite(campaign, enrolment && { ...enrolment.head, nextDraw }, {
    used: accepted.filter(({ use }) => use === 'first').map(({ item }) => item),
    enrolled,
    verified: accepted.flatMap(({ item, verified }) =>
      'pseudonym' in verified ? [{ ...item, pseudonym: verified.pseudonym }] : [],
    ),
  });
}

function decide(
  batch: readonly Verification[],
  locked: LockedVerifications,
  rules: RewardRules,
  limits: ClaimLimits | undefined,
): Decision {
  const { codes, capacity, enrolment } = locked;
  const uses = batch.map(({ codeHash, now, t, isRepeat }, index) => {
    const code = codes[index];
    return code?.hash.equals(codeHash) ? classifyCodeUse({ ...code, now, t, isRepeat }) : 'raced';
  });
  const verdicts = batch.map((item, index) =>
    verdictOf(item, uses[index] ?? 'raced', locked, index, limits),
  );
  const newcomers = verdicts.flatMap((verdict) =>
    verdict.kind === 'new' && enrolment && verdict.newcomer.today <= enrolment.state.lastDay
      ? [verdict.newcomer]
      : [],
  );
  const isAdmitted = admit(
    newcomers.map(({ state, today }) => admissionPoolOf(rules.fixed, state, today)),
    capacity,
  );
  const admitted = newcomers.filter((_, index) => isAdmitted[index]);
  const { enrolled, nextDraw } = promiseRewards(admitted, enrolment, rules);
  const byNewcomer = new Map(admitted.map((newcomer, index) => [newcomer, enrolled[index]]));
  const decided = batch.map((item, index): Decided => {
    const use = uses[index] ?? 'raced';
    const verdict = verdicts[index] ?? { kind: 'raced' };
    if (verdict.kind !== 'new') return { item, use, verified: verdict };
    const participant = byNewcomer.get(verdict.newcomer);
    if (use === 'raced' || !participant) return { item, use, verified: { kind: 'full' } };
    return { item, use, verified: { kind: use, isNew: true, ...participantOf(participant) } };
  });
  return { decided, enrolled, nextDraw };
}

/** `new`: to be enrolled, if there is room. */
type Verdict = Verified | { kind: 'new'; newcomer: Newcomer };

function verdictOf(
  item: Verification,
  use: Decided['use'],
  { codes, participants, statuses, claims, enrolment, packs }: LockedVerifications,
  index: number,
  limits: ClaimLimits | undefined,
): Verdict {
  if (use === 'raced') return { kind: 'raced' };
  const status = statuses[index];
  const shut = status && shutOut(status, codes[index]?.usedAt ?? item.now);
  if (shut === 'blocked') return { kind: 'blocked' };
  const newest = participants[index];
  const counted = claims[index] ?? { claims: 0, ofDay: 0, isAsked: false };
  const claim: ClaimVerdict = decideClaim({ ...counted, isRewarded: shut === 'rewarded' }, limits);
  if (claim.kind === 'limit') return { kind: 'rewarded', again: claim.again };
  if (newest && claim.kind === 'return') {
    const isPackUnused = item.pack && packs?.[index]?.usedBy === 'nobody';
    return { kind: use, isNew: false, ...(isPackUnused && { isPackUnused }), ...newest };
  }
  const refusal = packs && refusePackOf(item, packs[index]);
  if (refusal) return { kind: 'noPack', refusal };
  // Its reward came while this call waited; or a repeat, which never takes part another time.
  if (claim.kind === 'return' || !enrolment || (newest && use === 'again'))
    return { kind: 'raced' };
  const pseudonym = item.pseudonymFor(claim.claim);
  // The state of a number is the one of its first participation.
  const state = newest?.state ?? item.state;
  return { kind: 'new', newcomer: { ...item, state, pseudonym, claim: claim.claim } };
}

function promiseRewards(
  admitted: readonly Newcomer[],
  enrolment: LockedVerifications['enrolment'],
  rules: RewardRules,
): Omit<Decision, 'decided'> {
  if (!enrolment) return { enrolled: [], nextDraw: 0 };
  const { promises, nextDraw } = decidePromises(admitted, rules, enrolment.state);
  const none = { kind: 'none' } as const;
  const enrolled = admitted.map((item, index) => ({ ...item, promised: promises[index] ?? none }));
  return { enrolled, nextDraw };
}

function participantOf({ pseudonym, state, promised }: Enrolled): KnownParticipant {
  const drawNumber = promised.kind === 'chance' ? promised.drawNumber : undefined;
  return { pseudonym, state, promise: promised.kind, drawNumber };
}
