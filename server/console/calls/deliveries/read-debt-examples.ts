import { campaignAheadMs } from '../../../rules/clock-offset.ts';
import { lateDays } from '../../../rules/delivery/delivery-limits.ts';
import {
  readNewestFailed,
  readOldestDebts,
  type DebtExample,
} from '../../../storage/console/delivery-debts.ts';
import { readOnly } from '../../../storage/reports/read-only.ts';
import type { ConsoleHandler } from '../../context.ts';

const dayMs = 86_400_000;
const most = 50;

export const readDebtExamples: ConsoleHandler<'readDebtExamples'> = async (
  { database, clocks, campaign },
  { reason },
) => {
  const now = clocks.wall();
  const aheadMs = campaignAheadMs(clocks);
  const before = now - lateDays.warning * dayMs;
  const found = await readOnly(database, async (connection) => ({
    late: await readOldestDebts(connection, campaign.id, { before, most }),
    failed: await readNewestFailed(connection, campaign.id, { reason, most }),
  }));
  const debtOf = ({ message, pseudonym, amount, owedAt, reason: given }: DebtExample) => ({
    message,
    pseudonym,
    amount,
    owedAt: owedAt + aheadMs,
    reason: given,
  });
  return {
    late: found.late.map((one) => ({
      ...debtOf(one),
      days: Math.floor((now - one.owedAt) / dayMs),
      state: one.state,
    })),
    failed: found.failed.map((one) => ({
      ...debtOf(one),
      sends: one.sends,
      resends: one.resends,
    })),
  };
};
