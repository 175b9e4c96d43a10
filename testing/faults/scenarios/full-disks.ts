// A full disk under the write-ahead log and under the tables.
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../server/wait-until.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { Shopper } from '../../server/shopper/shopper.ts';
import { recovery } from '../visitors/recovery.ts';

const playedMs = 3000;
const fullMs = 10_000;

/** @returns how long the site needed once there was space again and PostgreSQL was started, ms */
export async function fullWal(product: FaultProduct, history: History): Promise<number> {
  const { postgres, database } = product;
  const disk = await postgres.moveToSmallDisk('pg_wal');
  await recovery(product, performance.now());
  await pause(playedMs);
  history.note("the disk of PostgreSQL's write-ahead log is full");
  await disk.fill();
  // The files that it keeps ready are used up first.
  const isDown = () =>
    database.query('select pg_switch_wal()').then(
      () => false,
      () => true,
    );
  await waitUntil(isDown);
  await pause(fullMs);
  if (await product.isReady().catch(() => false)) throw new Error('The site says it is ready.');
  const freed = performance.now();
  history.note('the disk has space again');
  await disk.free();
  await postgres.restart();
  return recovery(product, freed);
}

/**
 * PostgreSQL runs on, and refuses what needs another page.
 * @returns how long the site needed once there was space again, without anything being started, ms
 */
export async function fullTables(product: FaultProduct, history: History): Promise<number> {
  const disk = await product.postgres.moveToSmallDisk('base');
  await recovery(product, performance.now());
  await pause(playedMs);
  history.note("the disk of PostgreSQL's tables is full");
  await disk.fill();
  const shopper = new Shopper(product);
  await shopper.start();
  const consent = () => shopper.call('recordConsent', { agree: 'YES' });
  // Pages with room are used up first.
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
