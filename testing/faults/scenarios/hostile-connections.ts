import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/recovery.ts';

const idle = 10_000;
const slow = 200;
/** Longer than `serve` waits for a header and for a body. */
const heldMs = 15_000;

/** @returns the slowest of the answers that others get meanwhile, ms */
export async function holdConnections(product: FaultProduct, history: History): Promise<number> {
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
      // Ends are seen only by those who read.
      return socket.resume();
    });
    await Promise.all(
      some.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])),
    );
    sockets.push(...some);
  }
  return sockets;
}

/** A byte of the body each second, of many that were announced. */
async function drip(socket: Socket, signal: AbortSignal): Promise<void> {
  const head = ['POST /api/users HTTP/1.1', 'host: site', 'content-type: application/json'];
  socket.write(`${[...head, 'content-length: 1000'].join('\r\n')}\r\n\r\n{`);
  while (!socket.destroyed && !signal.aborted) {
    await pause(1000, undefined, { signal }).catch(() => undefined);
    if (socket.writable) socket.write(' ');
  }
}
