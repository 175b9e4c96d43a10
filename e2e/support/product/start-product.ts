// Global setup: runs the demonstration like `npm start`, with separate PostgreSQL and data.
import { spawn, type ChildProcess } from 'node:child_process';
import { readdir, readFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findClusterLocation } from '@inaam/runtime/postgres-location.ts';
import type { TestProject } from 'vitest/node';
import type { ProductUrl, AnswerTransport } from './answer-transport.ts';
import { startDelayProxy, type DelayProxy } from './delay-proxy.ts';

type Running = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

const root = path.resolve(import.meta.dirname, '..', '..', '..');
const startTimeoutMs = 240_000;
const stopTimeoutMs = 60_000;

let dataFolder = '';
let product: Running | undefined;
let proxy: DelayProxy | undefined;

/** Builds the site if necessary; vitest calls this once per project. */
export async function setup(project: TestProject): Promise<void> {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-walks-'));
  const { answerTransport } = project.getProvidedContext();
  product = start(await anyPort(), answerTransport);
  try {
    proxy = await startDelayProxy(await addressOf(product), answerTransport.delayMs);
    project.provide('productUrl', proxy.origin);
  } catch (error) {
    product.child.kill('SIGINT');
    await product.ended;
    await removeData();
    throw error;
  }
}

/** Stops it like Ctrl-C, and fails the run if that was not clean. */
export async function teardown(): Promise<void> {
  await proxy?.close();
  if (product === undefined) return;
  const { child, output, ended } = product;
  const family = await descendants(child.pid);
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  const code = await ended;
  clearTimeout(timer);
  const left = family.filter(isAlive);
  if (code !== 0 || left.length > 0) {
    // Not thrown: vitest only prints what a teardown throws, and then skips the remaining
    // teardowns.
    process.exitCode = 1;
    process.stderr.write(
      `Failed to stop the product cleanly: exit ${code}, ${left.length} of its ${family.length} processes left (${left.join(', ')}). Its last output:\n${output().slice(-2000)}\n`,
    );
    for (const pid of left) process.kill(pid, 'SIGKILL');
  }
  await removeData();
}

function start(port: number, { encoding }: AnswerTransport): Running {
  // No variable of this machine's environment is inherited.
  const env = { DATA_FOLDER: dataFolder, PORT: String(port), ANSWER_ENCODING: encoding };
  const child = spawn(process.execPath, ['runtime/run.mjs', 'demo/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  // `close`, not `exit`: emitted when the last process that shares its output has ended too.
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  // A run that ends without its teardown must not leave the process behind.
  const endWithUs = () => child.kill('SIGINT');
  process.once('exit', endWithUs);
  void ended.then(() => process.off('exit', endWithUs));
  return { child, output: () => output, ended };
}

function addressOf({ child, output, ended }: Running): Promise<ProductUrl> {
  const failure = (reason: string) =>
    new Error(`Failed to start the product: ${reason}:\n${output()}`);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failure('no address in time')), startTimeoutMs);
    void ended.then((code) => reject(failure(`exit ${code}`))); // No effect once resolved.
    child.stdout?.on('data', () => {
      const [, address] = /Shopper\s+(http:\/\/[^/\s]+)\//.exec(output()) ?? [];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

/** A port that the system has just assigned, and will not soon reuse. */
function anyPort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Process ids of all descendants; none on a system without /proc. */
async function descendants(pid: number | undefined): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    await Promise.all(pids.map(async (one) => [one, await parentOf(one)] as const)),
  );
  const found = new Set(pid === undefined ? [] : [pid]);
  for (const parent of found) {
    for (const [one, its] of parents) if (its === parent) found.add(one);
  }
  return [...found];
}

async function parentOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name is in parentheses and may contain anything.
  const [, parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return parent === undefined ? undefined : Number(parent);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** For root the cluster is elsewhere (`runtime/README.md`). */
async function removeData(): Promise<void> {
  const { home } = await findClusterLocation(path.join(dataFolder, 'postgres'));
  for (const folder of [home, dataFolder]) await rm(folder, { recursive: true, force: true });
}
