import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';
import type { VerdictLimits } from '@inaam/server/figures/verdicts.rules.ts';
import type { Thresholds } from '../thresholds.rules.ts';
import { defaults, limitsOf } from './limits.rules.ts';

/** `thresholds` null: as by default. */
type Stored = { version: number; thresholds: Thresholds | null };

export async function readStored(database: Queryable, campaign: string) {
  const query = 'select version, thresholds from inaam.alert_threshold where campaign = $1';
  const { rows } = await database.query<Stored>(query, [campaign]);
  const [{ version, thresholds } = { version: 0, thresholds: null }] = rows;
  return { version, thresholds: { ...defaults, ...thresholds } };
}

export const readLimits = async (database: Queryable, campaign: string): Promise<VerdictLimits> =>
  limitsOf((await readStored(database, campaign)).thresholds);

/** @returns false: they are no longer of this version */
export const writeThresholds = (
  database: Database,
  { version, thresholds }: Stored,
  audit: Audit,
): Promise<boolean> =>
  transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `insert into inaam.alert_threshold as own (campaign, version, thresholds) values ($1, 1, $3)
       on conflict (campaign) do update set version = own.version + 1, thresholds = $3
       where own.version = $2`,
      [audit.campaign, version, thresholds],
    );
    if (rowCount !== 1) return false;
    await recordAudit(connection, audit);
    return true;
  });
