// Other clients hold transactions and connections open.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Product } from '../../product/product.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { recovery, countRewards, rewardsPerSecond } from '../../visitors/observe.ts';
import type { Repeats } from '../run-scenario.ts';

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

const usualMs = 60_000;
const measuredMs = 20_000;
const shareMin = 0.8;

/**
 * Imitates `pg_dump`: a transaction that keeps its snapshot, so that nothing is vacuumed.
 * @returns duration of a call afterwards, ms
 */
export async function holdSnapshot(
  product: Product,
  history: History,
  _folder: string,
  { untilMs }: Repeats,
): Promise<number> {
  await pause(warmUpMs);
  const before = await rewardsPerSecond(product, measuredMs);
  const holder = new pg.Client(product.postgres.url);
  await holder.connect();
  await holder.query('begin isolation level repeatable read read only');
  await holder.query('select count(*) from inaam.reward');
  history.note('a snapshot is held');
  const snapshotMs = Number.isFinite(untilMs) ? untilMs - performance.now() : usualMs;
  await pause(Math.max(0, snapshotMs - measuredMs));
  // Measured at its end, when most has accumulated.
  const held = await rewardsPerSecond(product, measuredMs);
  await holder.query('commit');
  await holder.end();
  history.note('the snapshot has ended');
  const ended = performance.now();
  const needed = await recovery(product, ended);
  const after = await rewardsPerSecond(product, measuredMs);
  const share = Math.round((held / ((before + after) / 2)) * 100) / 100;
  process.stdout.write(`${JSON.stringify({ before, held, after, share })}\n`);
  if (share < shareMin) throw new Error(`Rewards fell to ${share} of their rate.`);
  return needed;
}

const idle = 10_000;
const slow = 200;
/** Longer than `serve` waits for a header and for a body. */
const heldMs = 15_000;

/** @returns the slowest response to others meanwhile, ms */
export async function holdConnections(product: Product, history: History): Promise<number> {
  const port = Number(new URL(product.origin).port);
  const idleOnes = await openAll(idle, port);
  const slowOnes = await openAll(slow, port);
  history.note(`${idle} idle connections, ${slow} slow bodies`);
  const dripping = new AbortController();
  const dripped = Promise.all(slowOnes.map((socket) => drip(socket, dripping.signal)));
  let slowest = 0;
  const until = performance.now() + heldMs;
  while (performance.now() < until) {
    slowest = Math.max(slowest, await recovery(product, performance.now()));
    await pause(200);
  }
  const left = [...idleOnes, ...slowOnes].filter((socket) => !socket.destroyed).length;
  process.stdout.write(`${JSON.stringify({ idle, slow, stillOpen: left })}\n`);
  dripping.abort();
  await dripped;
  for (const socket of [...idleOnes, ...slowOnes]) socket.destroy();
  if (left > 0) throw new Error(`${left} of the connections were left open.`);
  return slowest;
}

async function openAll(count: number, port: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < count; opened += 500) {
    const some = Array.from({ length: Math.min(500, count - opened) }, () => {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
      // Only readers see ends.
      return socket.resume();
    });
    await Promise.all(
      some.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
    );
    sockets.push(...some);
  }
  return sockets;
}

/** Sends one byte per second of a long announced body. */
async function drip(socket: Socket, signal: AbortSignal): Promise<void> {
  const head = ['POST /api/users HTTP/1.1', 'host: site', 'content-type: application/json'];
  socket.write(`${[...head, 'content-length: 1000'].join('\r\n')}\r\n\r\n{`);
  while (!socket.destroyed && !signal.aborted) {
    await pause(1000, undefined, { signal }).catch(() => undefined);
    if (socket.writable) socket.write(' ');
  }
}
