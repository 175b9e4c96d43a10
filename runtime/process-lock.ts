// The lock is a listening socket, which the kernel releases even after kill -9.
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type ProcessLock = { release(): Promise<void> };
/** Undefined if the process did not answer in time. */
export type LockTaken = { lockedBy: { pid: number | undefined } };

/** @param name letters, digits and dashes */
export async function acquireProcessLock(name: string): Promise<ProcessLock | LockTaken> {
  const address = addressOf(name);
  for (;;) {
    const server = await listen(address);
    if (server) return { release: () => close(server) };
    const owner = await ownerOf(address);
    if (owner !== 'nobody') return { lockedBy: owner };
    // Just released, or a socket file that outlived its listener.
    if (!address.startsWith('\0')) await rm(address, { force: true });
  }
}

/** An abstract socket on Linux, a socket file elsewhere. */
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
      server.unref();
      resolve(server);
    });
  });
}

function ownerOf(address: string): Promise<{ pid: number | undefined } | 'nobody'> {
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
      // Closed without an answer: the lock was just being released.
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
