// Creates owed messages together with their jobs, in the caller's transaction.
import type { Connection } from './database.ts';
import { enqueueOwed } from './job-queue.ts';

export async function oweVouchers(
  connection: Pick<Connection, 'query'>,
  campaign: string,
  rewards: readonly { pseudonym: Buffer; now: number }[],
): Promise<void> {
  await connection.query(
    `with owed as (
       insert into inaam.message (campaign, kind, pseudonym, owed_at)
       select $1, 'voucher', * from unnest($2::bytea[], $3::timestamptz[])
       returning id, kind)
     ${enqueueOwed()}`,
    [campaign, rewards.map(({ pseudonym }) => pseudonym), rewards.map(({ now }) => new Date(now))],
  );
}
