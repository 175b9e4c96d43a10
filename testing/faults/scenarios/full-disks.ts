// A full disk under the write-ahead log, under the tables, and under the log of `serve`.
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../server/wait-until.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { Shopper } from '../../server/shopper/shopper.ts';
import { recovery } from '../visitors/recovery.ts';
import { countRewards } from '../visitors/reward-rate.ts';
import { mountSmallDisk } from '../product/small-disk.ts';

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

/** Calls are answered as ever, and lines are written again once there is space. */
export async function fullLog(
  product: FaultProduct,
  history: History,
  folder: string,
): Promise<number> {
  const disk = await mountSmallDisk(path.join(folder, 'log-disk'), 1);
  try {
    const file = path.join(disk.folder, 'serve.log');
    product.serve().kill('SIGTERM');
    await product.serve().ended;
    const log = openSync(file, 'a');
    await product.startServe(log);
    // It would keep the disk from being unmounted.
    closeSync(log);
    const lines = () => readFileSync(file, 'utf8').split('\n').length;
    await disk.fill();
    history.note('the disk of the log is full');
    const full = performance.now();
    const before = await countRewards(product);
    const written = lines();
    const slowest = await recovery(product, full);
    await pause(fullMs);
    if ((await countRewards(product)) === before) throw new Error('Nobody got a reward.');
    history.note('the disk has space again');
    await disk.free();
    // What was begun before may fill a page that was already there.
    await waitUntil(() => Promise.resolve(lines() > written + 1));
    product.serve().kill('SIGTERM');
    if ((await product.serve().ended) !== 0) throw new Error('serve did not stop in order.');
    await product.startServe();
    return slowest;
  } finally {
    disk.unmount();
  }
}
