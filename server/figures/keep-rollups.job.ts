import { countFacts, countStock } from './rollups.sql.ts';
import type { DeliveryDependencies } from '../messages/delivery-dependencies.ts';

/** A count takes this part of one core at most: the longer it takes, the later is the next. */
const share = 0.02;

type Dependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>;

/** @returns a function that updates the console's figures */
export function keepRollups({ database, campaign, clocks }: Dependencies): () => Promise<void> {
  const counts = [
    paced(() => countFacts(database, campaign.id, clocks.wall())),
    paced(() => countStock(database, campaign.id)),
  ];
  return async () => {
    for (const count of counts) await count();
  };
}

/** Skips runs that come too early. */
function paced(count: () => Promise<void>): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const startedAt = performance.now();
    if (startedAt < nextAt) return;
    await count();
    const endedAt = performance.now();
    nextAt = endedAt + (endedAt - startedAt) / share;
  };
}
