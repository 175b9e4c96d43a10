// Applies the provider's final word on each message: delivered or failed.
import { errorCode } from '../platform/errors.ts';
import type { PathEvents } from '../sms/paths/open-paths.ts';
import {
  applyReceipts,
  markWithoutReceipt,
  storeReceipts,
  noteUnread,
} from './sms-receipts.sql.ts';
import type { DeliveryDependencies } from '../main/delivery/delivery-dependencies.ts';
import { withoutRepeats, repeat } from '../platform/timing.ts';

export type ReceiptDependencies = Pick<
  DeliveryDependencies,
  'database' | 'campaign' | 'clocks' | 'log'
> &
  Partial<Pick<DeliveryDependencies, 'paths'>>;

type IntakeDependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks' | 'log'> & {
  keys: { mobileIndex(mobile: string): Buffer };
  onUnread?: (path: string) => void;
};

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/**
 * Stores SMPP receipts before confirming them, because the provider repeats those not confirmed.
 */
export function receiptIntake({
  database,
  campaign,
  clocks,
  log,
  keys,
  onUnread,
}: IntakeDependencies): Pick<PathEvents, 'onReceipt' | 'onUnread'> {
  const store = storeReceipts(database, campaign.id);
  const note = noteUnread(database, campaign.id);
  const { warn } = withoutRepeats(log, clocks.wall);
  return {
    onReceipt: (path, { numbers, ...receipt }) => {
      const mobileIndexes = numbers.map((number) => keys.mobileIndex(number));
      return isDone(store.one({ ...receipt, path, at: clocks.wall(), mobileIndexes }));
    },
    onUnread: (path, reason) => {
      onUnread?.(path);
      warn(
        { path, reason },
        'The SMSC sent something that cannot be read as a receipt; it was confirmed and is lost. `doctor` counts them. Logged at most once a minute.',
      );
      return isDone(note(path, reason, clocks.wall()));
    },
  };
}

/** Maximum rounds per run; the next run follows a second later. */
const roundsMax = 20;
const dayMs = 24 * 3_600_000;

const pathsWithReceipts = ({ paths = [] }: ReceiptDependencies) =>
  paths.filter(({ hasReceipts }) => hasReceipts).map(({ name }) => name);

export function applyReceiptsEvery(
  dependencies: ReceiptDependencies,
  pauseMs: number,
): { stop(): Promise<void> } {
  const { database, campaign, clocks, log } = dependencies;
  if (pathsWithReceipts(dependencies).length === 0) return { stop: () => Promise.resolve() };
  const apply = async () => {
    for (let round = 0; round < roundsMax; round += 1) {
      const { due, failed } = await applyReceipts(database, campaign.id, clocks.wall());
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
