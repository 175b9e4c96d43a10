import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { ms, transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';
import type { FiguresPlugin } from '../../server-plugin.ts';
import { verdictsOf, type Check } from './draw-check.rules.ts';

/** Newest first. */
export async function readChecks(
  database: Queryable,
  campaign: string,
  max: number,
): Promise<Check[]> {
  const { rows } = await database.query<Check>(
    `select ${ms('at')} as at, took_ms as "tookMs", entries::float8, hash, fault
     from inaam.draw_check where campaign = $1 order by draw_check.at desc limit $2`,
    [campaign, max],
  );
  return rows;
}

/** The heads that were right, each as long as the campaign. */
export async function readKeptHeads(
  database: Queryable,
  campaign: string,
): Promise<Pick<Check, 'at' | 'entries' | 'hash'>[]> {
  const { rows } = await database.query<Pick<Check, 'at' | 'entries' | 'hash'>>(
    `select ${ms('min(at)')} as at, entries::float8, hash
     from inaam.draw_check where campaign = $1 and fault is null group by entries, hash`,
    [campaign],
  );
  return rows;
}

export async function writeCheck(
  database: Queryable,
  campaign: string,
  { at, tookMs, entries, hash, fault }: Check,
): Promise<void> {
  await database.query(
    `insert into inaam.draw_check (campaign, at, took_ms, entries, hash, fault)
     values ($1, $2, $3, $4, $5, $6)`,
    [campaign, new Date(at), tookMs, entries, hash, fault],
  );
}

type Turn = { until: number | null; wantedAt: number | null };

export async function readTurn(database: Queryable, campaign: string): Promise<Turn> {
  const { rows } = await database.query<Turn>(
    `select nullif(${ms('until')}, '-infinity') as until, ${ms('wanted_at')} as "wantedAt"
     from inaam.draw_check_turn where campaign = $1`,
    [campaign],
  );
  return rows[0] ?? { until: null, wantedAt: null };
}

/** @returns whether this process verifies now, also after a clock that was set back */
export async function takeTurn(
  database: Queryable,
  campaign: string,
  { now, untilMs }: Readonly<Record<'now' | 'untilMs', number>>,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into inaam.draw_check_turn as turn (campaign, until) values ($1, $3)
     on conflict (campaign) do update set until = excluded.until
     where turn.until <= $2 or turn.until > $3`,
    [campaign, new Date(now), new Date(untilMs)],
  );
  return rowCount === 1;
}

export async function setTurn(database: Queryable, campaign: string, untilMs: number) {
  const query = 'update inaam.draw_check_turn set until = $2 where campaign = $1';
  await database.query(query, [campaign, new Date(untilMs)]);
}

export function askForCheck(database: Database, campaign: string, audit: Audit): Promise<void> {
  return transaction(database, async (connection) => {
    await connection.query(
      `insert into inaam.draw_check_turn as turn (campaign, wanted_at) values ($1, $2)
       on conflict (campaign) do update set wanted_at = excluded.wanted_at`,
      [campaign, new Date(audit.operator.at)],
    );
    await recordAudit(connection, audit);
  });
}

/** What `doctor` and the metric say, by the database's clock. Null: never. */
export async function readLast(database: Queryable, campaign: string) {
  const { rows } = await database.query<{
    now: number;
    committedAt: number;
    last: Pick<Check, 'at' | 'entries' | 'fault'> | null;
  }>(
    `select ${ms('now()')} as now, ${ms('committed_at')} as "committedAt",
       (select json_build_object('at', ${ms('at')}, 'entries', entries, 'fault', fault)
        from inaam.draw_check where draw_check.campaign = $1 order by at desc limit 1) as last
     from inaam.commitment where campaign = $1`,
    [campaign],
  );
  return rows[0];
}

export const drawCheckFigures: Partial<FiguresPlugin> = {
  verdicts: async (connection, id, since) => {
    const found = await readLast(connection, id);
    const now = since + 2 * 3_600_000;
    // Before the first one, within seconds of the start, there is nothing to say.
    const verdicts = found?.last ? verdictsOf(found.last, found.committedAt, now) : [];
    return () => verdicts;
  },
};
