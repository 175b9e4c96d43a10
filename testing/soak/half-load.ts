// Visitors at half of what the machine can serve, for the duration of a soak.
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultProduct } from '../faults/product/fault-product.ts';
import type { History } from '../faults/visitors/history.ts';
import { rewardsPerSecond } from '../faults/visitors/reward-rate.ts';
import { visitUnlessGivenUp } from '../faults/visitors/visitor.ts';
import { startVisitors } from '../faults/visitors/visitors.ts';

const carriedMs = 20_000;
/** Of four visitors each. */
const groups = 6;

/** What it carries when more come than it can serve. */
export async function carriedPerSecond(product: FaultProduct, history: History): Promise<number> {
  const all = Array.from({ length: groups }, (_, group) =>
    startVisitors({ server: product, history, firstMobile: 8_200_000_000 + group * 10_000_000 }),
  );
  await pause(carriedMs / 4);
  const carried = await rewardsPerSecond(product, carriedMs);
  await Promise.all(all.map((visitors) => visitors.stop()));
  return carried;
}

/** Whoever comes does not wait for those before. @returns how many have come */
export async function come(
  product: FaultProduct,
  history: History,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
): Promise<number> {
  const journeys = new Set<Promise<void>>();
  const from = performance.now();
  let came = 0;
  while (!signal.aborted) {
    for (; came < ((performance.now() - from) * perSecond) / 1000; came++) {
      const mobile = String(7_300_000_000 + came);
      const number = 5000 + (came % 50_000);
      const journey = visitUnlessGivenUp({ number, server: product, history }, mobile);
      journeys.add(journey);
      // One that fails stays, and ends the soak.
      void journey.then(
        () => journeys.delete(journey),
        () => undefined,
      );
    }
    await pause(Math.min(200, 1000 / perSecond), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(journeys);
  return came;
}
