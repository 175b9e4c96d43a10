// How far `draw` has checked the ledger, for `deliver`, which sends no voucher beyond that.
import { recordAudit, type Audit } from '../../database/audit-log.ts';
import { transaction, type Database } from '../../database/database.ts';
import type { BoundDraws } from './bound-draws.ts';

type Checked = Pick<BoundDraws, 'entries' | 'broken' | 'setAside'>;

/** People have set aside what is wrong among so many entries. */
export async function readDecided(database: Database, campaign: string): Promise<number> {
  const { rows } = await database.query<{ decided: number }>(
    'select decided::float8 from inaam.checked_ledger where campaign = $1',
    [campaign],
  );
  return rows[0]?.decided ?? 0;
}

export async function writeChecked(
  database: Database,
  campaign: string,
  { entries, broken, setAside }: Checked,
): Promise<void> {
  await database.query(
    `insert into inaam.checked_ledger (campaign, entries, stopped_at, set_aside)
     values ($1, $2, $3, $4) on conflict (campaign) do update
     set entries = excluded.entries, stopped_at = excluded.stopped_at, set_aside = excluded.set_aside`,
    [campaign, entries, broken?.entry, setAside],
  );
}

/** @returns false if the draw has not stopped at one of the first `decided` entries */
export function setEntriesAside(
  database: Database,
  campaign: string,
  decided: number,
  audit: Audit,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `update inaam.checked_ledger as checked set decided = $2 from inaam.head
       where checked.campaign = $1 and head.campaign = $1 and stopped_at < $2 and $2 <= next_ledger`,
      [campaign, decided],
    );
    if (rowCount === 1) await recordAudit(connection, audit);
    return rowCount === 1;
  });
}
