// Locks what verifications depend on, and reads it.
import type { MobileStatus } from '../codes/guarded-mobile.rules.ts';
import type { ClaimFacts } from '../codes/claims.rules.ts';
import type { Promised, PromiseState } from '../draw/promise.rules.ts';
import { lockedPackColumns, lockedPacksOf, type PacksRow } from '../packs/bind-packs.sql.ts';
import type { PackFacts } from '../packs/packs.rules.ts';
import { prepared } from '../database/batches/batch.ts';
import type { Connection } from '../database/database.ts';
import { dayStart, indianDay } from '../platform/period.rules.ts';
import type { Verification } from './write-verifications.sql.ts';
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
  /** Undefined if the device has no code for the mobile. */
  codes: readonly ({ hash: Buffer; usedAt: number | undefined } | undefined)[];
  /** The newest participation; undefined if the mobile is not enrolled yet. */
  participants: readonly (KnownParticipant | undefined)[];
  statuses: readonly MobileStatus[];
  claims: readonly Omit<ClaimFacts, 'isRewarded'>[];
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
  select * from inaam.lock_participations($1, $2::text[], $3::bytea[], $4::bytea[], $5::timestamptz[], $6)`;

/** Packs first: a call that waits for one holds no other lock. */
const lockTextWithPacks = `
  select * from inaam.lock_packs($1, $7::bytea[], $8::integer[])
  cross join lateral inaam.lock_participations(
    locked_campaign, $2::text[], $3::bytea[], $4::bytea[], $5::timestamptz[], $6)`;

/**
 * Locks challenges and participants, and the head if a mobile may have to be enrolled. Returning
 * participants do not wait for the head.
 * @param claimsMax how often a number may take part
 * @throws if the campaign has not committed to a draw
 */
export async function lockVerifications(
  connection: Connection,
  campaign: string,
  verifications: readonly Verification[],
  { hasPacks, claimsMax }: { hasPacks: boolean; claimsMax: number },
): Promise<LockedVerifications> {
  const { rows } = await connection.query<Row & PacksRow>(
    prepared(hasPacks ? lockTextWithPacks : lockText, [
      campaign,
      verifications.map(({ userKey }) => userKey),
      verifications.map(({ mobileIndex }) => mobileIndex),
      verifications.map(({ codeHash }) => codeHash),
      verifications.map(({ now }) => new Date(dayStart(indianDay(now)))),
      claimsMax,
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
    claims: row.claims.map((claims, index) => ({
      claims,
      ofDay: row.claims_of_day[index] ?? 0,
      isAsked: row.are_asked[index] ?? false,
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
