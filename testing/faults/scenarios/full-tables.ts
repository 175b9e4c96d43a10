import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../../product/product.ts';
import { Shopper } from '../../server/shopper/shopper.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { recovery } from '../../visitors/observe.ts';

const playedMs = 3000;
const fullMs = 10_000;

/**
 * PostgreSQL continues, and refuses whatever needs another page.
 * @returns recovery time of the site after space was freed, without starting anything, ms
 */
export async function fullTables(product: Product, history: History): Promise<number> {
  const disk = await product.postgres.moveTablesToSmallDisk();
  await recovery(product, performance.now());
  await pause(playedMs);
  history.note("the disk of PostgreSQL's tables is full");
  await disk.fill();
  const shopper = new Shopper(product);
  await shopper.start();
  const consent = () => shopper.call('recordConsent', { agree: 'YES' });
  // Pages with free space are used up first.
  const refused = await waitUntil(async () => {
    const answer = await consent().catch(() => undefined);
    return answer?.status === 200 ? undefined : answer;
  });
  if (refused.status !== 503 || refused.headers['retry-after'] === undefined) {
    throw new Error(`What cannot be stored was answered with ${refused.status}.`);
  }
  await pause(fullMs);
  const freed = performance.now();
  history.note('the disk has space again');
  await disk.free();
  await waitUntil(async () => (await consent().catch(() => undefined))?.status === 200);
  return performance.now() - freed;
}
