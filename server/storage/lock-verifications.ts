import type { Connection } from './database.ts';
import type { MobileStatus } from '../rules/mobile-status.ts';
import { notCommitted, type Head } from './head.ts';
import { prepared } from './prepared.ts';
import type { Verification } from './verification.ts';

/** The lists are in the order of the verifications. */
export type LockedVerifications = {
  /** Undefined if the device has no code for the mobile. */
  codes: readonly ({ hash: Buffer; usedAt: number | undefined } | undefined)[];
  /** Undefined if the mobile is not enrolled yet. */
  participants: readonly ({ pseudonym: Buffer; state: string } | undefined)[];
  statuses: readonly MobileStatus[];
  /** Undefined unless somebody may have to be enrolled. */
  head: Head | undefined;
  /** How many each limited pool can still admit. Empty for a campaign with a reserve. */
  capacity: ReadonlyMap<string, number>;
};

type Row = {
  code_hashes: (Buffer | null)[];
  codes_used_at: (Date | null)[];
  pseudonyms: (Buffer | null)[];
  states: (string | null)[];
  are_blocked: boolean[];
  rewarded_at: (Date | null)[];
  next_ledger: string | null;
  last_hash: Buffer | null;
  pools: string[] | null;
  pools_free: string[] | null;
};

const lockText = `
  select * from inaam.lock_verifications($1, $2::text[], $3::bytea[], $4::bytea[])
  cross join inaam.read_standings($1, $3)`;

/**
 * Locks challenges and participants, and the head if somebody may have to be enrolled: a returning
 * participant does not wait for it.
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
  const pools = row.pools ?? [];
  return {
    codes: row.code_hashes.map((hash, place) =>
      hash ? { hash, usedAt: row.codes_used_at[place]?.getTime() } : undefined,
    ),
    participants: row.pseudonyms.map((pseudonym, place) => {
      const state = row.states[place];
      return pseudonym && state ? { pseudonym, state } : undefined;
    }),
    statuses: row.are_blocked.map((isBlocked, place) => ({
      isBlocked,
      rewardedAt: row.rewarded_at[place]?.getTime(),
    })),
    head:
      row.last_hash === null
        ? undefined
        : { nextLedger: Number(row.next_ledger), lastHash: row.last_hash },
    capacity: new Map(pools.map((pool, place) => [pool, Number(row.pools_free?.[place])])),
  };
}
