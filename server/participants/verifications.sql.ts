// One transaction consumes the code, makes the mobile a participant with a promise, records that in
// the ledger and issues a token. The caller has compared the code.
import type { QueryConfig } from 'pg';
import { admit } from '../draw/reward.rules.ts';
import { shutOut, type MobileStatus } from '../codes/guarded-mobile.rules.ts';
import {
  decidePromises,
  type Promised,
  type RewardRules,
  type PromiseState,
} from '../draw/promise.rules.ts';
import {
  lockedPackColumns,
  lockedPacksOf,
  refusePackOf,
  type PacksRow,
} from '../packs/bind-packs.sql.ts';
import type { PackFacts, PackRefusal } from '../packs/packs.rules.ts';
import { classifyCodeUse } from '../codes/try-code.rules.ts';
import {
  batched,
  type Batched,
  rowKey,
  prepared,
  lockThenWrite,
} from '../database/batches/batch.ts';
import type { Database, Connection } from '../database/database.ts';
import type { Mutex } from '../database/batches/gather.ts';
import { deviceAndMobileKeys } from '../codes/code-facts.sql.ts';
import { type Verification, verificationsWrite, type Enrolled } from './write-verifications.sql.ts';
import { notCommitted, type Head } from '../draw/ledger.sql.ts';
import { openBudgetPoolsOf, type BudgetPoolColumns } from '../draw/budgets.sql.ts';

export type Verified =
  | ({ kind: 'first' | 'again'; isNew: boolean } & KnownParticipant)
  /**
   * The code is used up, but nobody is admitted: all rewards are promised, or the last day is over.
   */
  | { kind: 'full' }
  | { kind: 'rewarded' }
  | { kind: 'blocked' }
  /** Each pack has a code, and this one cannot be used. */
  | { kind: 'noPack'; refusal: PackRefusal | 'missing' }
  /** Another call used the code first, or the code was replaced. */
  | { kind: 'raced' };

/** Of simultaneous calls with one code, exactly one is `first`. */
export function recordVerifications(
  database: Database,
  campaign: string,
  rules: RewardRules,
  mutex?: Mutex,
  hasPacks = false,
): Batched<Verification, Verified> {
  return batched(
    keyOf,
    (batch) =>
      lockThenWrite(
        database,
        (connection) => lockVerifications(connection, campaign, batch, hasPacks),
        (locked) => {
          const decision = decide(batch, locked, rules);
          const result = new Map(
            decision.decided.map(({ item, verified }) => [keyOf(item), verified]),
          );
          return { result, write: writeOf(campaign, locked, decision) };
        },
      ),
    (item) => [...deviceAndMobileKeys(item), ...(item.pack ? [rowKey('pack', item.pack.id)] : [])],
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
  { codes, participants, statuses, enrolment, capacity, packs }: LockedVerifications,
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
  const packRefusals = batch.map((item, index) =>
    packs && !participants[index] ? refusePackOf(item, packs[index]) : undefined,
  );
  // Do not lock the head if every accepted mobile is a participant already.
  const newcomers = enrolment
    ? batch.filter(
        ({ today }, index) =>
          uses[index] !== 'raced' &&
          !shutOuts[index] &&
          !participants[index] &&
          !packRefusals[index] &&
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
    const verified = answerOf(use, shutOuts[index], packRefusals[index], participant, isNew);
    return { item, use, verified };
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
  noPack: ReturnType<typeof refusePackOf>,
  participant: KnownParticipant | undefined,
  isNew: boolean,
): Verified {
  if (use === 'raced') return { kind: 'raced' };
  if (shut) return { kind: shut };
  if (noPack) return { kind: 'noPack', refusal: noPack };
  if (!participant) return { kind: 'full' };
  return { kind: use, isNew, ...participant };
}

/** `drawNumber`: of the promised card, if there is one. */
type KnownParticipant = {
  pseudonym: Buffer;
  state: string;
  promise: Promised['kind'];
  drawNumber: number | undefined;
};

/** All lists are in the order of the verifications. */
type LockedVerifications = {
  /** Undefined if the device has no code for the mobile. */
  codes: readonly ({ hash: Buffer; usedAt: number | undefined } | undefined)[];
  /** Undefined if the mobile is not enrolled yet. */
  participants: readonly (KnownParticipant | undefined)[];
  statuses: readonly MobileStatus[];
  /** Undefined unless a mobile may have to be enrolled. */
  enrolment: { head: Head; state: PromiseState } | undefined;
  /** How many each limited pool can still admit. Empty for a campaign with a reserve. */
  capacity: ReadonlyMap<string, number>;
  /** Undefined unless each pack has a code. */
  packs?: readonly PackFacts[];
};

type Row = BudgetPoolColumns & {
  code_hashes: (Buffer | null)[];
  codes_used_at: (Date | null)[];
  pseudonyms: (Buffer | null)[];
  states: (string | null)[];
  promises: (Promised['kind'] | null)[];
  draw_numbers: (string | null)[];
  promised_pools: (string | null)[];
  are_blocked: boolean[];
  rewarded_at: (Date | null)[];
  next_ledger: string | null;
  last_hash: Buffer | null;
  next_draw: string | null;
  last_day: string | null;
  cards: number[] | null;
  blocks: number | null;
  admissions: string[] | null;
  admissions_free: string[] | null;
};

const lockText = `
  select * from inaam.lock_verifications($1, $2::text[], $3::bytea[], $4::bytea[])
  cross join inaam.read_mobile_statuses($1, $3)`;

/** Packs first: a call that waits for one holds no other lock. */
const lockTextWithPacks = `
  select * from inaam.lock_packs($1, $5::bytea[], $6::integer[])
  cross join lateral inaam.lock_verifications(locked_campaign, $2::text[], $3::bytea[], $4::bytea[])
  cross join inaam.read_mobile_statuses($1, $3)`;

/**
 * Locks challenges and participants, and the head if a mobile may have to be enrolled. Returning
 * participants do not wait for the head.
 * @throws if the campaign has not committed to a draw
 */
async function lockVerifications(
  connection: Connection,
  campaign: string,
  verifications: readonly Verification[],
  hasPacks: boolean,
): Promise<LockedVerifications> {
  const { rows } = await connection.query<Row & PacksRow>(
    prepared(hasPacks ? lockTextWithPacks : lockText, [
      campaign,
      verifications.map(({ userKey }) => userKey),
      verifications.map(({ mobileIndex }) => mobileIndex),
      verifications.map(({ codeHash }) => codeHash),
      ...(hasPacks ? lockedPackColumns(verifications) : []),
    ]),
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  const admissions = row.admissions ?? [];
  return {
    codes: row.code_hashes.map((hash, index) =>
      hash ? { hash, usedAt: row.codes_used_at[index]?.getTime() } : undefined,
    ),
    participants: row.pseudonyms.map((pseudonym, index) => {
      const state = row.states[index];
      const promise = row.promises[index];
      if (!pseudonym || !state || !promise) return undefined;
      const drawNumber = row.draw_numbers[index];
      return {
        pseudonym,
        state,
        promise,
        drawNumber: drawNumber ? Number(drawNumber) : undefined,
      };
    }),
    statuses: row.are_blocked.map((isBlocked, index) => ({
      isBlocked,
      rewardedAt: row.rewarded_at[index]?.getTime(),
    })),
    enrolment: enrolmentOf(row),
    capacity: new Map(
      admissions.map((pool, index) => [pool, Number(row.admissions_free?.[index])]),
    ),
    ...(hasPacks && { packs: lockedPacksOf(row, verifications) }),
  };
}

function enrolmentOf(row: Row): LockedVerifications['enrolment'] {
  const { last_hash: lastHash, cards, blocks, last_day: lastDay } = row;
  if (!lastHash || !cards || blocks === null || lastDay === null) return undefined;
  return {
    head: { nextLedger: Number(row.next_ledger), lastHash },
    state: {
      plan: { cards, blocks },
      lastDay,
      nextDraw: Number(row.next_draw),
      pools: openBudgetPoolsOf(row),
    },
  };
}
