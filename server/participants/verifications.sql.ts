// One transaction counts and compares a try. If the code is right, it consumes the code, makes the
// mobile a participant with a promise, records that in the ledger and issues a token.
import type { QueryConfig } from 'pg';
import { admissionPoolOf, admit } from '../draw/reward.rules.ts';
import { shutOut } from '../codes/guarded-mobile.rules.ts';
import { decideClaim, type ClaimLimits, type ClaimVerdict } from '../codes/claims.rules.ts';
import { decidePromises, type RewardRules } from '../draw/promise.rules.ts';
import { Refusal } from '../http/refusal.ts';
import {
  decideTry,
  triesWrite,
  type DecidedTry,
  type Try,
  type TryOutcome,
} from '../codes/code-tries.sql.ts';
import type { RateLimits } from '../codes/rate-limits.rules.ts';
import { classifyCodeUse } from '../codes/try-code.rules.ts';
import { batched, type Batched, rowKey, lockThenWrite } from '../database/batches/batch.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Mutex } from '../database/batches/gather.ts';
import {
  type CodeFacts,
  deviceAndMobileKeys,
  findHeldCodes,
  lockCodeFacts,
  type SealedRegistration,
} from '../codes/code-facts.sql.ts';
import {
  lockVerifications,
  type KnownParticipant,
  type LockedVerifications,
} from './lock-verifications.sql.ts';
import {
  type EnrolmentStep,
  type Newcomer,
  type Verification,
  type VerificationWrites,
  verificationsWrite,
  withQuery,
  type Enrolled,
  type RightCode,
} from './write-verifications.sql.ts';

export type VerifyingTry = Try & {
  /**
   * What the right code of a device that has registered the mobile does. Undefined: a right code
   * proves the mobile, and does nothing.
   */
  verificationOf?: OfRegistration | undefined;
};

type OfRegistration = (sealed: SealedRegistration) => Omit<Verification, keyof Try> | Refusal;

export type Verified =
  | Exclude<TryOutcome, { kind: 'right' }>
  | { kind: 'proven' }
  | ({ kind: 'first' | 'again'; isNew: boolean; isPurchaseUnused?: boolean } & KnownParticipant)
  /**
   * The code is used up, but nobody is admitted: all rewards are promised, or the last day is over.
   */
  | { kind: 'full' }
  /** The number has taken part as often as it may. */
  | { kind: 'rewarded'; again: 'tomorrow' | 'never' }
  | { kind: 'blocked' }
  /** By a plugin. */
  | { kind: 'refused'; refusal: Refusal }
  /** Another call used the code first, or this is a copy of it. */
  | { kind: 'raced' };

/** @property limits undefined: a number takes part once */
export type VerifyOptions = {
  rules: RewardRules;
  rateLimits: RateLimits;
  mutex?: Mutex;
  step?: EnrolmentStep | undefined;
  limits?: ClaimLimits | undefined;
};

/**
 * Of 200 simultaneous tries of one code, five are compared. Of simultaneous calls with the right
 * one, exactly one is `first`.
 */
export function verifyCodes(
  database: Database,
  campaign: string,
  { rules, rateLimits, mutex, step: given, limits }: VerifyOptions,
): Batched<VerifyingTry, Verified> {
  const step = withQuery(given);
  const claimsMax = limits?.inAll ?? 1;
  return batched<VerifyingTry, Verified>(
    keyOf,
    (tries) =>
      lockThenWrite(
        database,
        (connection) => lockCodeFacts(connection, campaign, tries),
        (locked) => {
          const tried = locked.map(({ item, facts }) =>
            decideTry(item, usableFor(item, facts), rateLimits),
          );
          const result = new Map<string, Verified>();
          const right: RightCode[] = [];
          for (const each of tried) {
            const compared = compare(each);
            if (compared.kind === 'right') right.push(compared.right);
            else result.set(keyOf(each.item), compared);
          }
          const write = triesWrite(campaign, tried);
          if (right.length === 0) return { result, write };
          // Not locked with the code: a guess that waits for the head would tell that it is right,
          // even if it is not counted.
          const lockMore = async (connection: Connection) => {
            const known = await lockVerifications(connection, campaign, right, { step, claimsMax });
            const decision = decide(right, known, rules, limits);
            for (const { item, verified } of decision.decided) result.set(keyOf(item), verified);
            return { result, write: writeOf(campaign, known, decision, step) };
          };
          return { write, lockMore };
        },
      ),
    deviceAndMobileKeys,
    mutex,
    findHeldCodes(database, campaign),
  );
}

const keyOf = (item: { userKey: string; mobileIndex: Buffer }) =>
  rowKey(item.userKey, item.mobileIndex);

/** Only a device that has registered the mobile may participate with its code. */
const usableFor = ({ verificationOf }: VerifyingTry, facts: CodeFacts): CodeFacts =>
  verificationOf && !facts.registration ? { ...facts, codeRequest: undefined } : facts;

/** `right`: to be verified, if nothing else is against it. */
type Compared = Verified | { kind: 'right'; right: RightCode };

function compare({ item, facts, outcome }: DecidedTry<VerifyingTry>): Compared {
  if (outcome.kind !== 'right') return outcome;
  const { userKey, mobileIndex, now, t, verificationOf } = item;
  if (!verificationOf || !facts.registration) return { kind: 'proven' };
  const opened = verificationOf(facts.registration);
  if (opened instanceof Refusal) return { kind: 'refused', refusal: opened };
  const { usedAt, isCounted } = outcome;
  const use = classifyCodeUse({ usedAt, now, t, isRepeat: !isCounted });
  if (use === 'raced') return { kind: 'raced' };
  return { kind: 'right', right: { ...opened, userKey, mobileIndex, now, use, usedAt } };
}

type Decided = { item: RightCode; verified: Verified };
type Decision = { decided: Decided[]; enrolled: Enrolled[]; nextDraw: number };

function writeOf(
  campaign: string,
  { enrolment }: LockedVerifications,
  { decided, enrolled, nextDraw }: Decision,
  step: VerificationWrites['step'],
): QueryConfig | undefined {
  const accepted = decided.filter(({ verified }) => verified.kind !== 'raced');
  if (accepted.length === 0) return undefined;
  return verificationsWrite(campaign, enrolment && { ...enrolment.head, nextDraw }, {
    step,
    used: accepted.map(({ item }) => item).filter(({ use }) => use === 'first'),
    enrolled,
    verified: accepted.flatMap(({ item, verified }) =>
      'pseudonym' in verified ? [{ ...item, pseudonym: verified.pseudonym }] : [],
    ),
  });
}

function decide(
  batch: readonly RightCode[],
  locked: LockedVerifications,
  rules: RewardRules,
  limits: ClaimLimits | undefined,
): Decision {
  const { capacity, enrolment } = locked;
  const verdicts = batch.map((item, index) => verdictOf(item, locked, index, limits));
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
    const verdict = verdicts[index] ?? { kind: 'raced' };
    if (verdict.kind !== 'new') return { item, verified: verdict };
    const participant = byNewcomer.get(verdict.newcomer);
    if (!participant) return { item, verified: { kind: 'full' } };
    return { item, verified: { kind: item.use, isNew: true, ...participantOf(participant) } };
  });
  return { decided, enrolled, nextDraw };
}

/** `new`: to be enrolled, if there is room. */
type Verdict = Verified | { kind: 'new'; newcomer: Newcomer };

function verdictOf(
  item: RightCode,
  { participants, statuses, claims, enrolment, decided }: LockedVerifications,
  index: number,
  limits: ClaimLimits | undefined,
): Verdict {
  const { use, usedAt } = item;
  const status = statuses[index];
  const shut = status && shutOut(status, usedAt ?? item.now);
  if (shut === 'blocked') return { kind: 'blocked' };
  const newest = participants[index];
  const counted = claims[index] ?? { claims: 0, ofDay: 0, isAsked: false };
  const claim: ClaimVerdict = decideClaim({ ...counted, isRewarded: shut === 'rewarded' }, limits);
  if (claim.kind === 'limit') return { kind: 'rewarded', again: claim.again };
  if (newest && claim.kind === 'return') {
    const isPurchaseUnused = item.purchase !== undefined && decided?.[index]?.isUnused;
    return { kind: use, isNew: false, ...(isPurchaseUnused && { isPurchaseUnused }), ...newest };
  }
  const refusal = decided?.[index]?.refusal;
  if (refusal) return { kind: 'refused', refusal };
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
