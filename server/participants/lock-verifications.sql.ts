import type { MobileStatus } from '../codes/mobile-status.rules.ts';
import type { Promised, PromiseState } from '../draw/promise.rules.ts';
import type { Connection } from '../database/database.ts';
import { notCommitted, type Head } from '../draw/head.sql.ts';
import { prepared } from '../database/batches/prepared.ts';
import { openPoolsOf, type PoolColumns } from '../draw/promise-columns.sql.ts';
import type { Verification } from './verification.sql.ts';

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
  /** Undefined if the mobile is not enrolled yet. */
  participants: readonly (KnownParticipant | undefined)[];
  statuses: readonly MobileStatus[];
  /** Undefined unless somebody may have to be enrolled. */
  enrolment: { head: Head; state: PromiseState } | undefined;
  /** How many each limited pool can still admit. Empty for a campaign with a reserve. */
  capacity: ReadonlyMap<string, number>;
};

type Row = PoolColumns & {
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

/**
 * Locks challenges and participants, and the head if somebody may have to be enrolled. A returning
 * participant does not wait for the head.
 * @throws if the campaign has not committed to a draw
 */
export async function lockVerifications(
  connection: Connection,
  campaign: string,
  verifications: readonly Verification[],
): Promise<LockedVerifications> {
  const { rows } = await connection.query<Row>(
    prepared(lockText, [
      campaign,
      verifications.map(({ userKey }) => userKey),
      verifications.map(({ mobileIndex }) => mobileIndex),
      verifications.map(({ codeHash }) => codeHash),
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
      pools: openPoolsOf(row),
    },
  };
}
