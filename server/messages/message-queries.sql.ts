// For the operator. Returns neither mobiles nor codes.
import type { Connection, Database } from '../database/database.ts';
import { ms } from '../database/columns.ts';
import type { Uncertain } from './delivery-limits.rules.ts';
import { batched, type Batched, prepared } from '../database/batches/batch.ts';

const dayMs = 86_400_000;

/**
 * How many codes were sent in the last 24 hours. A message's id begins with its time, so few rows
 * are read.
 * @param now wall time, ms
 */
export async function countCodesOfDay(
  database: Pick<Connection, 'query'>,
  campaign: string,
  now: number,
): Promise<number> {
  const oldest = (now - dayMs).toString(16).padStart(12, '0').padEnd(32, '0');
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message
     where id >= $2::uuid and campaign = $1 and kind = 'otp' and sent_at is not null`,
    [campaign, oldest],
  );
  return Number(rows[0]?.count);
}

export type WaitingMessage = {
  message: string;
  /** Wall time, ms. */
  owedAt: number;
} & ({ kind: 'otp'; userKey: string } | { kind: 'voucher'; pseudonym: Buffer });

export async function readWaitingMessages(
  database: Database,
  campaign: string,
): Promise<WaitingMessage[]> {
  const { rows } = await database.query<{
    id: string;
    kind: 'otp' | 'voucher';
    owed_at: Date;
    user_key: string | null;
    pseudonym: Buffer | null;
  }>(
    `select id, kind, owed_at, user_key, pseudonym from inaam.message
     where campaign = $1 and state = 'owed' and tries = 0 order by owed_at, id`,
    [campaign],
  );
  return rows.flatMap(({ id, kind, user_key: userKey, pseudonym, ...row }): WaitingMessage[] => {
    const facts = { message: id, owedAt: row.owed_at.getTime() };
    if (kind === 'otp') return userKey === null ? [] : [{ ...facts, kind, userKey }];
    return pseudonym === null ? [] : [{ ...facts, kind, pseudonym }];
  });
}

/** The path that may have accepted a message that is still owed. */
export function readUncertainPaths(
  database: Database,
  campaign: string,
): Batched<string, Uncertain | 'none'> {
  return batched(keyOfId, async (ids) => {
    const { rows } = await database.query<Uncertain & { id: string }>(
      prepared(
        `select message.id, message.path, ${ms('min(delivery.at)')} as since
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
    const found = new Map(rows.map(({ id, ...uncertain }) => [id, uncertain]));
    return new Map(ids.map((id) => [id, found.get(id) ?? 'none']));
  });
}

const keyOfId = (id: string) => id;
