import { setTimeout as pause } from 'node:timers/promises';
import type { FaultProduct } from '../product/fault-product.ts';

export async function countRewards({ database }: Pick<FaultProduct, 'database'>): Promise<number> {
  const { rows } = await database.query<{ count: string }>('select count(*) from inaam.reward');
  return Number(rows[0]?.count);
}

/** How many are granted in each second of this time. */
export async function rewardsPerSecond(product: FaultProduct, forMs: number): Promise<number> {
  const [from, before] = [performance.now(), await countRewards(product)];
  await pause(forMs);
  const granted = (await countRewards(product)) - before;
  return Math.round((granted / (performance.now() - from)) * 100_000) / 100;
}
