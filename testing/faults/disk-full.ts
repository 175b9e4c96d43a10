import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../server/wait-until.ts';
import type { FaultProduct } from './fault-product.ts';
import type { History } from './history.ts';
import { recovery } from './recovery.ts';

const playedMs = 3000;
const fullMs = 10_000;

/** @returns how long the site needed once there was space again and PostgreSQL was started, ms */
export async function diskFull(product: FaultProduct, history: History): Promise<number> {
  const { postgres, database } = product;
  await postgres.moveLogToSmallDisk();
  await recovery(product, performance.now());
  await pause(playedMs);
  history.note("the disk of PostgreSQL's write-ahead log is full");
  await postgres.fillDisk();
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
  await postgres.freeDisk();
  return recovery(product, freed);
}
