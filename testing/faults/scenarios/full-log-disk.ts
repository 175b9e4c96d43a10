// A full disk under the logs of `serve`, `deliver` and `draw`.
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../server/wait-until.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import { mountSmallDisk } from '../product/small-disk.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/recovery.ts';
import { countRewards } from '../visitors/reward-rate.ts';

const fullMs = 10_000;

/**
 * Calls are answered and vouchers are sent as ever, and lines are written again once there is
 * space.
 */
export async function fullLogDisk(
  product: FaultProduct,
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
    // What was begun before may fill a page that was already there.
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

async function stopPrograms(product: FaultProduct): Promise<void> {
  for (const name of ['deliver', 'serve', 'draw'] as const) {
    const program = product[name]();
    program.kill('SIGTERM');
    const code = await program.ended;
    if (code !== 0) throw new Error(`${name} did not stop in order: exit ${code}.`);
  }
}

/** @param logs left out: their lines are read by this program */
async function startPrograms(product: FaultProduct, logs?: Logs): Promise<void> {
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
  // It would keep the disk from being unmounted.
  closeSync(log);
}

const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n');

async function countSent({ database }: FaultProduct): Promise<number> {
  const { rows } = await database.query<{ sent: string }>(
    `select count(*) as sent from inaam.message where kind = 'voucher' and sent_at is not null`,
  );
  return Number(rows[0]?.sent);
}
