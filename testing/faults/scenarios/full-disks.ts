// Fills the disk under the write-ahead log, the tables and the programs' logs.
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../../product/product.ts';
import { mountSmallDisk } from '../../product/fault-postgres.ts';
import { Shopper } from '../../server/shopper/shopper.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { recovery, countRewards } from '../../visitors/observe.ts';

const playedMs = 3000;
const fullMs = 10_000;

/** @returns recovery time of the site after space was freed and PostgreSQL was started, ms */
export async function fullWal(product: Product, history: History): Promise<number> {
  const { postgres, database } = product;
  const disk = await postgres.moveToSmallDisk('pg_wal');
  await recovery(product, performance.now());
  await pause(playedMs);
  history.note("the disk of PostgreSQL's write-ahead log is full");
  await disk.fill();
  // It first uses up its preallocated files.
  const isDown = () =>
    database.query('select pg_switch_wal()').then(
      () => false,
      () => true,
    );
  await waitUntil(isDown);
  await pause(fullMs);
  if (await product.isReady().catch(() => false))
    throw new Error('The site reports that it is ready.');
  const freed = performance.now();
  history.note('the disk has space again');
  await disk.free();
  await postgres.restart();
  return recovery(product, freed);
}

/**
 * PostgreSQL continues, and refuses whatever needs another page.
 * @returns recovery time of the site after space was freed, without starting anything, ms
 */
export async function fullTables(product: Product, history: History): Promise<number> {
  const disk = await product.postgres.moveToSmallDisk('base');
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

/**
 * Calls are answered and vouchers sent as usual, and lines are written again once there is space.
 */
export async function fullLogDisk(
  product: Product,
  history: History,
  folder: string,
): Promise<number> {
  const disk = await mountSmallDisk(path.join(folder, 'log-disk'), 1);
  try {
    const files = {
      serve: path.join(disk.folder, 'serve.log'),
      deliver: path.join(disk.folder, 'deliver.log'),
      draw: path.join(disk.folder, 'draw.log'),
    };
    await stopPrograms(product);
    await startPrograms(product, files);
    await waitUntil(() => readFileSync(files.deliver, 'utf8').includes('"Delivering."'));
    await recovery(product, performance.now());
    const lines = () => linesOf(files.serve).length;
    await disk.fill();
    history.note('the disk of the logs is full');
    const full = performance.now();
    const before = { rewards: await countRewards(product), sent: await countSent(product) };
    const written = lines();
    const slowest = await recovery(product, full);
    await pause(fullMs);
    if ((await countRewards(product)) === before.rewards) throw new Error('Nobody got a reward.');
    if ((await countSent(product)) === before.sent) throw new Error('No voucher was sent.');
    history.note('the disk has space again');
    await disk.free();
    // Earlier work may fill an existing page.
    await waitUntil(() => Promise.resolve(lines() > written + 1));
    await stopPrograms(product);
    for (const [name, file] of Object.entries(files)) {
      const [last] = linesOf(file).slice(-1);
      if (!last?.includes('"Stopped."')) throw new Error(`${name} did not write its last line.`);
    }
    await startPrograms(product);
    return slowest;
  } finally {
    disk.unmount();
  }
}

type Logs = { serve: string; deliver: string; draw: string };

async function stopPrograms(product: Product): Promise<void> {
  for (const name of ['deliver', 'serve', 'draw'] as const) {
    const code = await product[name]().stop();
    if (code !== 0) throw new Error(`${name} did not shut down cleanly: exit ${code}.`);
  }
}

/** @param logs by default, this program reads their lines */
async function startPrograms(product: Product, logs?: Logs): Promise<void> {
  await withLog(logs?.draw, (log) => product.startDraw(undefined, log));
  await withLog(logs?.serve, (log) => product.startServe(log));
  await withLog(logs?.deliver, (log) => product.startDeliver(0, log));
}

async function withLog(
  file: string | undefined,
  start: (log?: number) => Promise<unknown>,
): Promise<void> {
  if (file === undefined) return void (await start());
  const log = openSync(file, 'a');
  await start(log);
  // It would prevent unmounting the disk.
  closeSync(log);
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

async function countSent({ database }: Product): Promise<number> {
  const { rows } = await database.query<{ sent: string }>(
    `select count(*) as sent from inaam.message where kind = 'voucher' and sent_at is not null`,
  );
  return Number(rows[0]?.sent);
}
