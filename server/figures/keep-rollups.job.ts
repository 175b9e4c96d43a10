import { addChanges, changesMax } from './rollups.sql.ts';
import type { DeliveryDependencies } from '../main/delivery/delivery-dependencies.ts';

/** Maximum batches per run. After a flood the next runs continue, because SMS come first. */
const batchesMax = 10;

type Dependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>;

/** @returns a function that updates the console's figures */
export function keepRollups({ database, campaign, clocks }: Dependencies): () => Promise<void> {
  return async () => {
    for (let batch = 0; batch < batchesMax; batch++) {
      if ((await addChanges(database, campaign.id, clocks.wall())) < changesMax) return;
    }
  };
}
