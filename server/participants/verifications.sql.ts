// One transaction: the code is consumed once, the mobile becomes a participant with a promise, the
// ledger records it, and a token is issued. The caller has compared the code.
import type { QueryConfig } from 'pg';
import { admit } from '../draw/admission.rules.ts';
import { shutOut } from '../codes/mobile-status.rules.ts';
import { decidePromises, type Promised, type RewardRules } from '../draw/promise.rules.ts';
import { classifyCodeUse } from '../codes/try-code.rules.ts';
import { batched, type Batched } from '../database/batches/batch.ts';
import type { Database } from '../database/database.ts';
import type { Mutex } from '../database/batches/mutex.ts';
import { lockThenWrite } from '../database/batches/lock-then-write.ts';
import {
  lockVerifications,
  type KnownParticipant,
  type LockedVerifications,
} from './lock-verifications.sql.ts';
import { deviceAndMobileKeys } from '../codes/rate-limit-events.sql.ts';
import { rowKey } from '../database/batches/row-key.ts';
import type { Verification } from './verification.sql.ts';
import { verificationsWrite, type Enrolled } from './write-verifications.sql.ts';

export type Verified =
  | ({ kind: 'first' | 'again'; isNew: boolean } & KnownParticipant)
  /**
   * The code is used up, but nobody is admitted: everything is promised, or the last day is over.
   */
  | { kind: 'full' }
  | { kind: 'rewarded' }
  | { kind: 'blocked' }
  /** Another call used the code first, or the code was replaced. */
  | { kind: 'raced' };

/** Of simultaneous calls with one code, exactly one is `first`. */
export function recordVerifications(
  database: Database,
  campaign: string,
  rules: RewardRules,
  mutex?: Mutex,
): Batched<Verification, Verified> {
  return batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockVerifications(connection, campaign, batch),
        (locked) => {
          const decision = decide(batch, locked, rules);
          const result = new Map(
            decision.decided.map(({ item, verified }) => [keyOf(item), verified]),
          );
          return { result, write: writeOf(campaign, locked, decision) };
        },
      ),
    deviceAndMobileKeys,
    mutex,
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
  { codes, participants, statuses, enrolment, capacity }: LockedVerifications,
  rules: RewardRules,
): Decision {
  const uses = batch.map(({ codeHash, now, t, isRepeat }, index) => {
    const code = codes[index];
    return code?.hash.equals(codeHash) ? classifyCodeUse({ ...code, now, t, isRepeat }) : 'raced';
  });
  const shutOuts = batch.map(({ now }, index) => {
    const status = statuses[index];
    return status && shutOut(status, codes[index]?.usedAt ?? now);
  });
  // The head is not locked if every accepted mobile is a participant already.
  const newcomers = enrolment
    ? batch.filter(
        ({ today }, index) =>
          uses[index] !== 'raced' &&
          !shutOuts[index] &&
          !participants[index] &&
          today <= enrolment.state.lastDay,
      )
    : [];
  const isAdmitted = admit(
    newcomers.map(({ admissionPool }) => admissionPool),
    capacity,
  );
  const admitted = newcomers.filter((_, index) => isAdmitted[index]);
  const { enrolled, nextDraw } = promiseRewards(admitted, enrolment, rules);
  const byItem = new Map(admitted.map((item, index) => [item, enrolled[index]]));
  const decided = batch.map((item, index) => {
    const use = uses[index] ?? 'raced';
    const newcomer = byItem.get(item);
    const participant = participants[index] ?? (newcomer && participantOf(newcomer));
    const isNew = newcomer !== undefined;
    return { item, use, verified: answerOf(use, shutOuts[index], participant, isNew) };
  });
  return { decided, enrolled, nextDraw };
}

function promiseRewards(
  admitted: readonly Verification[],
  enrolment: LockedVerifications['enrolment'],
  rules: RewardRules,
): Omit<Decision, 'decided'> {
  if (!enrolment) return { enrolled: [], nextDraw: 0 };
  const { promises, nextDraw } = decidePromises(admitted, rules, enrolment.state);
  const none = { kind: 'none' } as const;
  const enrolled = admitted.map((item, index) => ({ ...item, promised: promises[index] ?? none }));
  return { enrolled, nextDraw };
}

function participantOf({ pseudonym, state, promised }: Verification & { promised: Promised }) {
  const drawNumber = promised.kind === 'chance' ? promised.drawNumber : undefined;
  return { pseudonym, state, promise: promised.kind, drawNumber };
}

function answerOf(
  use: Decided['use'],
  shut: ReturnType<typeof shutOut>,
  participant: KnownParticipant | undefined,
  isNew: boolean,
): Verified {
  if (use === 'raced') return { kind: 'raced' };
  if (shut) return { kind: shut };
  if (!participant) return { kind: 'full' };
  return { kind: use, isNew, ...participant };
}
