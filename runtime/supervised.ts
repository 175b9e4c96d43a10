// Runs a program that ends with its supervisor: `run.mjs runtime/supervised.ts <lock> <file> …`.
// The supervisor holds the other end of stdin, which closes even if it was killed. The lock keeps
// two of the same program from running while the earlier one still ends.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { acquireProcessLock } from './process-lock.ts';

const [node = '', , name = '', program = '', ...words] = process.argv;
const file = path.resolve(program);
const patienceMs = 60_000;
const askAgainMs = 200;

process.stdin.on('close', () => process.kill(process.pid, 'SIGTERM')).resume();
process.stdin.unref();

const until = Date.now() + patienceMs;
let lock = await acquireProcessLock(name);
while ('lockedBy' in lock && Date.now() < until) {
  await wait(askAgainMs);
  lock = await acquireProcessLock(name);
}
if ('lockedBy' in lock) {
  process.stderr.write(
    `An earlier one of the same program still runs as process ${lock.lockedBy.pid}. End it with kill -9.\n`,
  );
  process.exitCode = 1;
} else {
  process.argv = [node, file, ...words];
  await import(pathToFileURL(file).href);
}
