// Deletes each kind of personal data at the age that retention.rules.ts sets.
import { dueBefore, retention } from './retention.rules.ts';
import { dayStart } from '../platform/period.rules.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { batchRows, deleteNumberLimits, deletions } from './cleanup.sql.ts';
import { eraseOneWithdrawn } from './own-erasure.sql.ts';
import type { DeliveryDependencies } from '../main/delivery/delivery-dependencies.ts';

/** Maximum batches of one kind per run, so that a run ends within a minute even after a flood. */
const batchesMax = 10;
const dayMs = 86_400_000;

type Dependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>;

/** @returns one step per kind of data, so that a failing step does not stop the others */
export function deletionSteps(dependencies: Dependencies): (() => Promise<void>)[] {
  const { database, campaign, clocks } = dependencies;
  const steps = deletions.map(
    ([kind, deleteBatch]) =>
      () =>
        repeatBatches(() =>
          deleteBatch(database, campaign.id, new Date(dueBefore(kind, clocks.wall()))),
        ),
  );
  return [() => eraseWithdrawn(dependencies), ...steps, () => deleteNumbers(dependencies)];
}

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
  await repeatBatches(() => deleteNumberLimits(database, campaign.id));
}

async function repeatBatches(deleteBatch: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) {
    if ((await deleteBatch()) < batchRows) return;
  }
}
