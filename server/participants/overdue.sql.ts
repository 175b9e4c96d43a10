// What is still stored although `retention.rules.ts` says that it should be deleted.
import { dueBefore, retention } from './retention.rules.ts';
import type { Database } from '../database/database.ts';

/** The same ages by which `delete-due.ts` deletes; `$2` is the latest time that is due. */
const conditions = [
  { kind: 'visits', isDue: 'at <= $2' },
  { kind: 'sources', isDue: `figure = 'visits' and label <> '' and start <= $2` },
  { kind: 'consents', isDue: 'at <= $2' },
  { kind: 'challenges', isDue: 'registered_at <= $2 and coalesce(code_expires_at, $2) <= $2' },
  { kind: 'tokens', isDue: 'expires_at <= $2' },
  { kind: 'mailbox', isDue: 'at <= $2' },
  { kind: 'receipts', isDue: 'at <= $2' },
  { kind: 'counters', isDue: 'expires_at <= $2' },
  { kind: 'proofs', isDue: 'expires_at <= $2' },
  { kind: 'erasures', isDue: 'at <= $2' },
] as const;

/**
 * @param now wall time, ms
 * @param graceMs rows that are overdue by less are not reported
 * @returns the tables that contain overdue rows
 */
export async function readOverdueTables(
  database: Database,
  campaign: string,
  now: number,
  graceMs: number,
): Promise<string[]> {
  const overdue: string[] = [];
  for (const { kind, isDue } of conditions) {
    const [table] = retention[kind].tables;
    const { rows } = await database.query<{ overdue: boolean }>(
      `select exists (select from inaam.${table} where campaign = $1 and ${isDue}) as overdue`,
      [campaign, new Date(dueBefore(kind, now) - graceMs)],
    );
    if (rows[0]?.overdue === true) overdue.push(table);
  }
  return overdue;
}
