// Whether events are recorded: a setting of the campaign, so that no program decides it for others.
import { recordAudit, type Audit } from '../../database/audit-log.ts';
import { transaction, type Database } from '../../database/database.ts';

/** Events that wait remain. @returns whether anything changed */
export function setRecording(
  database: Database,
  { isOn, audit }: { isOn: boolean; audit: Audit },
): Promise<boolean> {
  const { campaign, operator } = audit;
  return transaction(database, async (connection) => {
    const { rowCount } = isOn
      ? await connection.query(
          'insert into inaam.webhook (campaign, since) values ($1, $2) on conflict do nothing',
          [campaign, new Date(operator.at)],
        )
      : await connection.query('delete from inaam.webhook where campaign = $1', [campaign]);
    if (rowCount === 0) return false;
    await recordAudit(connection, audit);
    return true;
  });
}

/** Undefined while no events are recorded; `since` in ms, and the host that they last went to. */
export type Recording = { since: number; host: string | undefined } | undefined;

export async function readRecording(database: Database, campaign: string): Promise<Recording> {
  const { rows } = await database.query<{ since: Date; host: string }>(
    'select since, host from inaam.webhook where campaign = $1',
    [campaign],
  );
  const [row] = rows;
  return row && { since: row.since.getTime(), host: row.host === '' ? undefined : row.host };
}

/** For the operator; nothing while no events are recorded. */
export async function noteReceiver(
  database: Database,
  campaign: string,
  host: string,
): Promise<void> {
  await database.query('update inaam.webhook set host = $2 where campaign = $1 and host <> $2', [
    campaign,
    host,
  ]);
}
