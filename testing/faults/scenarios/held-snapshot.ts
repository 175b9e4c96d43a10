import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/recovery.ts';
import { rewardsPerSecond } from '../visitors/reward-rate.ts';

/** `snapshot 600` for the long form. */
const seconds = process.argv.find((word) => /^[0-9]+$/.test(word)) ?? '60';
const heldMs = Number(seconds) * 1000;
const measuredMs = 20_000;
const warmUpMs = 5000;
const leastShare = 0.8;

/**
 * What `pg_dump` does: a transaction that keeps what it sees, so that nothing is vacuumed.
 * @returns how long a call needs afterwards, ms
 */
export async function holdSnapshot(product: FaultProduct, history: History): Promise<number> {
  await pause(warmUpMs);
  const before = await rewardsPerSecond(product, measuredMs);
  const holder = new pg.Client(product.postgres.url);
  await holder.connect();
  await holder.query('begin isolation level repeatable read read only');
  await holder.query('select count(*) from inaam.reward');
  history.note('a snapshot is held');
  await pause(Math.max(0, heldMs - measuredMs));
  // At its end, when the most has gathered.
  const held = await rewardsPerSecond(product, measuredMs);
  await holder.query('commit');
  await holder.end();
  history.note('the snapshot has ended');
  const ended = performance.now();
  const needed = await recovery(product, ended);
  const after = await rewardsPerSecond(product, measuredMs);
  const share = Math.round((held / ((before + after) / 2)) * 100) / 100;
  process.stdout.write(`${JSON.stringify({ before, held, after, share })}\n`);
  if (share < leastShare) throw new Error(`Rewards fell to ${share} of their rate.`);
  return needed;
}
