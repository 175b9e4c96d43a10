import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from '../../product/product.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { countRewards, recovery } from '../../visitors/observe.ts';

const warmUpMs = 5000;
const lockedMs = 20_000;
/** A call that needs no lock succeeds meanwhile. */
const othersMs = 3000;

/**
 * Imitates a colleague's database tool left open after changing a row: it locks the head of the
 * ledger, which each verification and each reward need.
 * @returns time until a reward is granted again, ms
 */
export async function holdLock(product: Product, history: History): Promise<number> {
  await pause(warmUpMs);
  const holder = new pg.Client(product.postgres.url);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from inaam.head for update');
  const before = await countRewards(product);
  history.note('a lock is held');
  await pause(lockedMs / 2);
  const others = await recovery(product, performance.now());
  await pause(lockedMs / 2);
  const granted = (await countRewards(product)) - before;
  if (granted > 0) throw new Error(`The lock stopped nothing: ${granted} rewards were granted.`);
  await holder.query('rollback');
  await holder.end();
  history.note('the lock has ended');
  const ended = performance.now();
  await waitUntil(async () => (await countRewards(product)) > before);
  process.stdout.write(`${JSON.stringify({ others: Math.round(others) })}\n`);
  if (others > othersMs) throw new Error(`Another call took ${Math.round(others)} ms.`);
  return performance.now() - ended;
}
