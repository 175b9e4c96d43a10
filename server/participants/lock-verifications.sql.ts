// Locks what verifications depend on, and reads it.
import type { MobileStatus } from '../codes/guarded-mobile.rules.ts';
import type { ClaimFacts } from '../codes/claims.rules.ts';
import type { Promised, PromiseState } from '../draw/promise.rules.ts';
import { prepared } from '../database/batches/batch.ts';
import type { Connection } from '../database/database.ts';
import { dayStart, indianDay } from '../platform/period.rules.ts';
import type { EnrolmentStep, Verification } from './write-verifications.sql.ts';
import { notCommitted, type Head } from '../draw/ledger.sql.ts';
import { openBudgetPoolsOf, type BudgetPoolColumns } from '../draw/budgets.sql.ts';

/** `drawNumber`: of the promised card, if there is one. */
export type KnownParticipant = {
  pseudonym: Buffer;
  state: string;
  promise: Promised['kind'];
  drawNumber: number | undefined;
};

/** All lists are in the order of the verifications. */
export type LockedVerifications = {
  /** The newest participation; undefined if the mobile is not enrolled yet. */
  participants: readonly (KnownParticipant | undefined)[];
  statuses: readonly MobileStatus[];
  claims: readonly Omit<ClaimFacts, 'isRewarded'>[];
  /** Undefined unless a mobile may have to be enrolled. */
  enrolment: { head: Head; state: PromiseState } | undefined;
  /** How many each limited pool can still admit. Empty for a campaign with a reserve. */
  capacity: ReadonlyMap<string, number>;
  /** By a plugin. */
  decided?: ReturnType<EnrolmentStep['decide']> | undefined;
};

type Row = BudgetPoolColumns & {
  pseudonyms: (Buffer | null)[];
  states: (string | null)[];
  promises: (Promised['kind'] | null)[];
  draw_numbers: (string | null)[];
  promised_pools: (string | null)[];
  are_blocked: boolean[];
  rewarded_at: (Date | null)[];
  are_asked: boolean[];
  claims: number[];
  claims_of_day: number[];
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
  select * from inaam.lock_participations($1, $2::bytea[], $3::timestamptz[], $4)`;

/** First what a plugin locks: a call that waits for it does not hold the head. */
const lockTextWith = (lock: string) => `
  select * from ${lock}
  cross join lateral inaam.lock_participations(
    locked_campaign, $2::bytea[], $3::timestamptz[], $4)`;

/**
 * Locks participations, and the head if a mobile may have to be enrolled. Returning participants do
 * not wait for the head. The codes are right, and their requests locked.
 * @param claimsMax how often a number may take part
 * @throws if the campaign has not committed to a draw
 */
export async function lockVerifications(
  connection: Connection,
  campaign: string,
  verifications: readonly Verification[],
  { step, claimsMax }: { step: EnrolmentStep | undefined; claimsMax: number },
): Promise<LockedVerifications> {
  const { rows } = await connection.query<Row>(
    prepared(step ? lockTextWith(step.lock) : lockText, [
      campaign,
      verifications.map(({ mobileIndex }) => mobileIndex),
      verifications.map(({ now }) => new Date(dayStart(indianDay(now)))),
      claimsMax,
      ...(step?.lockColumns(verifications) ?? []),
    ]),
  );
  const [row] = rows;
  if (!row) throw notCommitted(campaign);
  const admissions = row.admissions ?? [];
  return {
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
    claims: row.claims.map((claims, index) => ({
      claims,
      ofDay: row.claims_of_day[index] ?? 0,
      isAsked: row.are_asked[index] ?? false,
    })),
    enrolment: enrolmentOf(row),
    capacity: new Map(
      admissions.map((pool, index) => [pool, Number(row.admissions_free?.[index])]),
    ),
    decided: step?.decide(row, verifications),
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
