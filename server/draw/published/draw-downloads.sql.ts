// Who may download the ledger from the console: the audit log has the reason.
import { readAuditPage } from '../../database/audit-log.ts';
import type { Queryable } from '../../database/database.ts';

export const downloadCommand = 'console draw download';

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
