import type { Uncertain } from './sms-fallback.rules.ts';
import { batched, type Batched } from '../database/batches/batch.ts';
import { prepared } from '../database/batches/prepared.ts';
import type { Database } from '../database/database.ts';

/** The path that may have accepted a message that is still owed. */
export function readUncertainPaths(
  database: Database,
  campaign: string,
): Batched<string, Uncertain | 'none'> {
  return batched(keyOfId, async (ids) => {
    const { rows } = await database.query<{ id: string; path: string; since: Date }>(
      prepared(
        `select message.id, message.path, min(delivery.at) as since
         from inaam.message join inaam.delivery on message_id = message.id and outcome = 'unknown'
         where message.id = any ($2::uuid[]) and campaign = $1 and state in ('owed', 'assigned')
           and message.path is not null
           and not exists (
             select from inaam.delivery as again
             where again.message_id = message.id and again.outcome = 'resent' and again.number > delivery.number)
         group by message.id`,
        [campaign, ids],
      ),
    );
    const found = new Map(
      rows.map(({ id, path, since }) => [id, { path, since: since.getTime() }]),
    );
    return new Map(ids.map((id) => [id, found.get(id) ?? 'none']));
  });
}

const keyOfId = (id: string) => id;
