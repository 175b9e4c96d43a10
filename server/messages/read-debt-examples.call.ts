import { campaignAheadMs } from '../platform/clock-offset.rules.ts';
import { lateDays } from './delivery-limits.rules.ts';
import {
  readNewestFailed,
  readOldestDebts,
  type DebtExample,
} from '../figures/delivery-debts.sql.ts';
import { readOnly } from '../database/read-only.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';

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
