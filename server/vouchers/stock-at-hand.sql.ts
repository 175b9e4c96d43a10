// Before the launch, while no `deliver` keeps the figures: counts whole tables.
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { Clocks } from '../database/clocks.ts';
import { longStatement, transaction, type Database } from '../database/database.ts';
import { joinWholeTables } from '../database/read-only.ts';
import { promisedUntil } from './voucher-validity.rules.ts';

/** `amount` in whole rupees; `free` can be assigned now, `owed` has no code yet. */
export type StockAtHand = { amount: number; free: number; owed: number };

const limitMs = 60_000;

/** By ascending amount; includes the campaign's amounts without stock. */
export function readStockAtHand(
  database: Database,
  { id, sms }: { id: string; sms: Pick<ServerCampaign['sms'], 'vouchers'> },
  clocks: Clocks,
): Promise<StockAtHand[]> {
  return transaction(database, async (connection) => {
    await joinWholeTables(connection);
    await connection.query(`set local statement_timeout = ${limitMs}`);
    const { rows } = await connection.query<StockAtHand>(
      longStatement(
        `with code as (
           select amount, count(*)::integer as free from inaam.voucher
           where campaign = $1 and pseudonym is null and withdrawn_at is null and expires_on >= $3
           group by amount),
         debt as (
           select voucher_amount as amount, count(*)::integer as owed from inaam.message
           where campaign = $1 and kind = 'voucher' and state = 'owed' group by voucher_amount)
         select amount, coalesce(free, 0) as free, coalesce(owed, 0) as owed
         from unnest($2::integer[]) as wanted (amount)
         full join code using (amount) full join debt using (amount) order by amount`,
        [id, Object.keys(sms.vouchers).map(Number), promisedUntil(clocks.campaign())],
        limitMs,
      ),
    );
    return rows;
  });
}
