// Deletes each kind of personal data at the age that retention.rules.ts sets.
import { dueBefore, retention } from './retention.rules.ts';
import { dayStart } from '../platform/period.rules.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import * as storage from './cleanup.sql.ts';
import { eraseOneWithdrawn } from './own-erasure.sql.ts';
import type { DeliveryDependencies } from '../main/delivery/delivery-dependencies.ts';

/** Maximum batches of one kind per run, so that a run ends within a minute even after a flood. */
const batchesMax = 10;
const dayMs = 86_400_000;

const deletions = {
  visits: storage.deleteVisits,
  sources: storage.deleteSources,
  consents: storage.deleteConsents,
  devices: storage.deleteDevices,
  challenges: storage.deleteChallenges,
  tokens: storage.deleteTokens,
  codeMessages: storage.deleteCodeMessages,
  erasures: storage.deleteErasureReceipts,
  reviewTraces: storage.deleteReviewTraces,
  mailbox: storage.deleteMailbox,
  receipts: storage.deleteReceipts,
  webhookEvents: storage.deleteWebhookEvents,
  counters: storage.deleteCounters,
  proofs: storage.deleteProofs,
  personalData: storage.deletePersonalData,
} as const;

type Dependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>;

/** @returns one step per kind of data, so that a failing step does not stop the others */
export function deletionSteps(dependencies: Dependencies): (() => Promise<void>)[] {
  const { database, campaign, clocks } = dependencies;
  const steps = kinds.map(
    (kind) => () =>
      repeatBatches(() =>
        deletions[kind](database, campaign.id, new Date(dueBefore(kind, clocks.wall()))),
      ),
  );
  const clusters = [storage.deleteReviewMembers, storage.deleteReviewClusters].map(
    (deleteBatch) => () =>
      repeatBatches(() =>
        deleteBatch(database, campaign.id, new Date(dueBefore('reviewClusters', clocks.wall()))),
      ),
  );
  return [
    () => eraseWithdrawn(dependencies),
    ...steps,
    ...clusters,
    () => deleteNumbers(dependencies),
  ];
}

const kinds = [
  'visits',
  'sources',
  'consents',
  'devices',
  'challenges',
  'tokens',
  'codeMessages',
  'erasures',
  'reviewTraces',
  'mailbox',
  'receipts',
  'webhookEvents',
  'counters',
  'proofs',
  'personalData',
] as const;

/** Maximum people per run; the rest follow a minute later. */
const withdrawnMax = 100;

async function eraseWithdrawn({ database, campaign, clocks }: Dependencies): Promise<void> {
  for (let erased = 0; erased < withdrawnMax; erased++) {
    if (!(await eraseOneWithdrawn(database, campaign.id, clocks.wall()))) return;
  }
}

async function deleteNumbers({ database, campaign, clocks }: Dependencies): Promise<void> {
  const inForce = await readDrawInForce(database, campaign.id);
  const end = dayStart(inForce?.lastDay ?? campaign.programme.to) + dayMs;
  if (clocks.campaign() < end + retention.numbers.days * dayMs) return;
  await repeatBatches(() => storage.deleteNumberLimits(database, campaign.id));
}

async function repeatBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    if ((await deleteBatch()) < storage.batchRows) return;
  }
}
