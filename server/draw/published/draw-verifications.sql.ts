// What the console does with the draw. All processes together run one verification at a time, and
// record the results in the audit log.
import { type AuditRow, readAuditPage } from '../../database/audit-log.ts';
import { onlyRow } from '../../database/read-only.ts';
import type { Queryable } from '../../database/database.ts';

export const verifyCommand = 'console draw verify';
export const downloadCommand = 'console draw download';

const lockName = (campaign: string) => `${verifyCommand}|${campaign}`;

/** The connection holds the lock until it is released or lost. @returns false if it is taken */
export async function lockVerification(connection: Queryable, campaign: string): Promise<boolean> {
  const found = await connection.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [lockName(campaign)],
  );
  return onlyRow(found).locked;
}

export async function unlockVerification(connection: Queryable, campaign: string): Promise<void> {
  await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [
    lockName(campaign),
  ]);
}

export async function isVerifying(database: Queryable, campaign: string): Promise<boolean> {
  const found = await database.query<{ found: boolean }>(
    `select exists (select from pg_locks
       where locktype = 'advisory' and granted and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)) as found`,
    [lockName(campaign)],
  );
  return onlyRow(found).found;
}

export async function readLastVerification(
  database: Queryable,
  campaign: string,
): Promise<Omit<AuditRow, 'campaign'> | undefined> {
  const filter = { by: null, command: verifyCommand, from: null, until: null, before: null };
  const [row] = await readAuditPage(database, campaign, filter, 1);
  return row;
}

/** Up to which entry of the ledger; `at`: wall time, ms. */
export type AllowedDownload = { entries: number; hash: string; at: number };

/**
 * @param by the account's name
 * @param from wall time, ms
 * @returns undefined if the account has given no reason since then
 */
export async function readAllowedDownload(
  database: Queryable,
  campaign: string,
  { by, account, from }: { by: string; account: string; from: number },
): Promise<AllowedDownload | undefined> {
  const filter = { by, command: downloadCommand, from, until: null, before: null };
  const [row] = await readAuditPage(database, campaign, filter, 1);
  const { account: of, entries, hash } = row?.details ?? {};
  if (!row || of !== account) return undefined;
  if (typeof entries !== 'number' || typeof hash !== 'string') return undefined;
  return { entries, hash, at: row.at };
}

/** The minute of the ledger's last entry, wall time, ms. */
export async function readLastEntryAt(
  database: Queryable,
  campaign: string,
  entries: number,
): Promise<number | null> {
  const { rows } = await database.query<{ at: string }>(
    `select content::json ->> 'at' as at from inaam.ledger where campaign = $1 and number = $2`,
    [campaign, entries - 1],
  );
  return rows[0] ? Date.parse(rows[0].at) : null;
}
