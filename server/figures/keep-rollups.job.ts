import { countFacts, countStock } from './rollups.sql.ts';
import type { DeliveryDependencies } from '../messages/delivery-dependencies.ts';

/** A count takes this part of one core at most: the longer it takes, the later is the next. */
const share = 0.02;
const stockMs = 10_000;

type Dependencies = Pick<DeliveryDependencies, 'database' | 'campaign' | 'clocks'>;

export function keepRollups({ database, campaign, clocks }: Dependencies): () => Promise<void> {
  const counts = [
    paced(() => countFacts(database, campaign.id, clocks.wall())),
    paced(() => countStock(database, campaign.id), stockMs),
  ];
  return async () => {
    for (const count of counts) await count();
  };
}

/** Skips runs that come too early. */
function paced(count: () => Promise<void>, everyMs = 0): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const startedAt = performance.now();
    if (startedAt < nextAt) return;
    await count();
    nextAt = performance.now() + Math.max(everyMs, (performance.now() - startedAt) / share);
  };
}
