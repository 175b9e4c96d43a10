// Applies the provider's final word on each message: delivered or failed.
import { errorCode } from '../platform/errors.ts';
import { applyReceipts, markWithoutReceipt } from './sms-receipts.sql.ts';
import type { DeliveryDependencies } from './delivery-dependencies.ts';
import { repeat } from '../platform/timing.ts';
import { dayMs } from '../platform/period.rules.ts';

export type ReceiptDependencies = Pick<
  DeliveryDependencies,
  'database' | 'campaign' | 'clocks' | 'log'
> &
  Partial<Pick<DeliveryDependencies, 'paths'>>;

/** Maximum rounds per run; the next run follows a second later. */
const roundsMax = 20;

const pathsWithReceipts = ({ paths = [] }: ReceiptDependencies) =>
  paths.filter(({ hasReceipts }) => hasReceipts).map(({ name }) => name);

export function applyReceiptsEvery(
  dependencies: ReceiptDependencies,
  pauseMs: number,
): { stop(): Promise<void> } {
  const { database, clocks, log } = dependencies;
  if (pathsWithReceipts(dependencies).length === 0) return { stop: () => Promise.resolve() };
  const apply = async () => {
    for (let round = 0; round < roundsMax; round += 1) {
      const { due, failed } = await applyReceipts(database, clocks.wall());
      for (const { id, reason } of failed) {
        log.warn({ message: id, reason }, 'A voucher was not delivered. See the reason.');
      }
      if (due === 0) return;
    }
  };
  return repeat(pauseMs, apply, (error) =>
    log.warn(
      { code: errorCode(error) },
      'Delivery receipts could not be applied and will be retried. If this continues, check the database.',
    ),
  );
}

/** Reports vouchers that a path with receipts accepted over a day ago without a receipt. */
export async function reportMissingReceipts(dependencies: ReceiptDependencies): Promise<void> {
  const { database, campaign, clocks, log } = dependencies;
  const paths = pathsWithReceipts(dependencies);
  if (paths.length === 0) return;
  const owed = await markWithoutReceipt(database, campaign.id, paths, clocks.wall() - dayMs);
  if (owed === 0) return;
  log.warn(
    { owed },
    'Vouchers that were sent a day ago have no receipt of delivery. Ask the provider about them.',
  );
}
