// Lets one process at a time hold a name on this machine, and tells the others who holds it. The kernel gives the
// name back when the holder dies, kill -9 included. It never waits, and leaves nothing behind on Linux.
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type ProcessLock = { release(): Promise<void> };
/** `pid` is undefined where the holder is too busy to answer. */
export type Taken = { takenBy: { pid: number | undefined } };

/** Takes `name` (letters, digits, dashes), or says who has it; a second taking in one process is refused too. */
export async function acquireProcessLock(name: string): Promise<ProcessLock | Taken> {
  const address = addressOf(name);
  for (;;) {
    const server = await listen(address);
    if (server) return { release: () => close(server) };
    const holder = await ask(address);
    if (holder !== 'nobody') return { takenBy: holder };
    // Let go just now, or a file that outlived its listener.
    if (!address.startsWith('\0')) await rm(address, { force: true });
  }
}

/** Linux has addresses that are no files and go with their process; elsewhere it is a socket file. */
function addressOf(name: string): string {
  return process.platform === 'linux'
    ? `\0inaam-${name}`
    : path.join(tmpdir(), `inaam-${name}.lock`);
}

function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      // The name is no reason to stay alive.
      server.unref();
      resolve(server);
    });
  });
}

function ask(address: string): Promise<{ pid: number | undefined } | 'nobody'> {
  return new Promise((resolve) => {
    let answer = '';
    let isSilent = false;
    const socket = connect(address);
    socket.setTimeout(1000, () => {
      isSilent = true;
      socket.destroy();
    });
    socket.on('data', (bytes) => (answer += String(bytes)));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve('nobody');
    });
    socket.on('close', () => {
      // One that hangs up without a word was just leaving: its name is free, or free in a moment.
      if (answer === '' && !isSilent) resolve('nobody');
      else resolve({ pid: Number.parseInt(answer, 10) || undefined });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
