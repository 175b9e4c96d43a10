// What a manager would have done each morning: vouchers that failed and that nobody could send are
// paid in another way, before they are late.
import { lateMost } from '@inaam/server/messages/delivery-limits.rules.ts';
import type { Database } from '@inaam/server/database/database.ts';
import { readLateVouchers, settleVoucher } from '@inaam/server/vouchers/voucher-debts.sql.ts';

const settledAfterDays = 5;
const dayMs = 86_400_000;

/** @param now wall time, ms */
export async function settleOldFailures(
  database: Database,
  campaign: string,
  now: number,
): Promise<void> {
  const before = now - settledAfterDays * dayMs;
  const late = await readLateVouchers(database, campaign, { before, most: lateMost });
  for (const { message, state } of late) {
    if (state !== 'failed') continue;
    const why = 'the demonstration: paid by post';
    const audit = {
      campaign,
      command: 'deliveries settle',
      operator: { by: 'Demo', why, at: now },
      details: { message },
    };
    await settleVoucher(database, campaign, { message, now, audit });
  }
}
