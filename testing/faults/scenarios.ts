import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  moveDatabaseClock,
  startOnOwnClock,
  jumpClock,
  programsClock,
} from './scenarios/clocks.ts';
import { fullTables, fullWal, fullLogDisk } from './scenarios/full-disks.ts';
import { holdConnections, holdLock, holdSnapshot } from './scenarios/held-resources.ts';
import {
  killInReward,
  killServe,
  killDeliver,
  killPostgres,
  loseCommits,
} from './scenarios/kills.ts';
import { recovery } from '../visitors/observe.ts';
import { repeatedFault, type Scenario } from './run-scenario.ts';
import { frugal, smallMachine } from './scenarios/small-machine.ts';
import { rollingRestart } from './scenarios/rolling-restart.ts';
import { waitUntil } from '../server/wait-until.ts';
import { smsChaos, outlastProvider } from './scenarios/sms-faults.ts';
import { claimAtOnce } from './scenarios/contested-claims.ts';
import { unreadPipe, type Product } from '../product/product.ts';
import type { History } from '../visitors/history.ts';

function hole(fault: 'blackHole' | 'halfOpen'): Scenario['run'] {
  return async (product, history) => {
    let slowest = 0;
    for (let round = 0; round < 2; round++) {
      await pause(3000);
      history.note(fault);
      product.proxy[fault]();
      await pause(5000);
      product.proxy.heal();
      history.note('heal');
      const healed = performance.now();
      await waitUntil(() => product.isReady().catch(() => false));
      slowest = Math.max(slowest, await recovery(product, healed));
    }
    return slowest;
  };
}

/** Fills the log beyond a pipe's buffer. */
async function logReader(product: Product, history: History, folder: string): Promise<number> {
  const pipe = path.join(folder, 'unread');
  execFileSync('mkfifo', [pipe]);
  await product.serve().stop();
  history.note('the log is not read');
  await product.startServe(unreadPipe(pipe));
  const from = performance.now();
  const request = { remoteAddress: '10.9.0.2', method: 'GET' as const, headers: {} };
  for (let asked = 0; asked < 1000; asked++) {
    await product.app.inject({ ...request, url: '/api/none' });
  }
  const needed = await recovery(product, from);
  const stopping = performance.now();
  if ((await product.serve().stop()) !== 0) throw new Error('serve did not shut down cleanly.');
  history.note(`stopped in ${Math.round(performance.now() - stopping)} ms`);
  await product.startServe();
  return needed;
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  contested: {
    title: 'devices at two sites want the same numbers, codes, packs and rewards at once',
    hasPacks: true,
    recoversMs: 60_000,
    run: async (product, history) => {
      await claimAtOnce(product, history);
      return recovery(product, performance.now());
    },
  },
  'black-hole': {
    title: 'what is sent to the database disappears, twice for 5 s',
    recoversMs: 5000,
    run: hole('blackHole'),
  },
  'half-open': {
    title: 'the database is reached, and its answers disappear, twice for 5 s',
    recoversMs: 5000,
    run: hole('halfOpen'),
  },
  'kill-serve': {
    title: 'each of two serve is killed at random moments',
    hasPacks: true,
    recoversMs: 3000,
    comesAgain: true,
    leavesWithoutCode: true,
    ...killServe(8),
  },
  'kill-in-reward': {
    title: "serve is killed at each step of a reward's transaction",
    recoversMs: 3000,
    hasDrawProxy: true,
    run: repeatedFault(killInReward, 16),
  },
  'kill-deliver': {
    title: 'deliver is killed between acceptance and note',
    hasPacks: true,
    recoversMs: 3000,
    run: repeatedFault(killDeliver, 6),
  },
  'kill-postgres': {
    title: 'PostgreSQL is killed at random moments',
    hasPacks: true,
    recoversMs: 10_000,
    run: repeatedFault(killPostgres, 5),
  },
  'sms-chaos': {
    title: 'the SMS provider fails in seven ways, then is away for 20 s, then has a backlog',
    // Codes precede vouchers: visitors who request more than the provider's capacity block
    // vouchers.
    restMs: 1000,
    // Mostly the pause before a message's fifth try.
    recoversMs: 120_000,
    run: smsChaos,
  },
  'provider-away': {
    title: 'the SMS provider is away for six hours, on the clock of the database',
    startDatabase: startOnOwnClock,
    comesAgain: true,
    restMs: 1000,
    recoversMs: 240_000,
    run: outlastProvider,
  },
  'disk-full': {
    title: "the disk of PostgreSQL's write-ahead log is full for 10 s",
    recoversMs: 10_000,
    run: fullWal,
  },
  'tables-disk-full': {
    title: "the disk of PostgreSQL's tables is full for 10 s",
    recoversMs: 3000,
    run: fullTables,
  },
  'log-disk-full': {
    title: 'the disk of the logs of serve, deliver and draw is full for 10 s',
    recoversMs: 3000,
    run: fullLogDisk,
  },
  'wrong-clock': {
    title: "the clock of the programs' machine jumps by 40 days, -1 hour, 90 s and -10 years",
    recoversMs: 3000,
    variables: programsClock,
    run: jumpClock,
  },
  'database-clock': {
    title: 'the clock of the database jumps by 40 days and by -1 hour, and drifts away',
    startDatabase: startOnOwnClock,
    comesAgain: true,
    // A program looks at the database's clock every 30 s.
    recoversMs: 60_000,
    variables: programsClock,
    run: moveDatabaseClock,
  },
  'held-connections': {
    title: '10,000 idle connections and 200 slow bodies',
    recoversMs: 3000,
    run: holdConnections,
  },
  'small-machine': {
    title:
      'serve and deliver have 256 MB and a fifth of a processor, and three times too many come',
    // Everybody who came meanwhile must be served.
    recoversMs: 90_000,
    variables: () => frugal,
    run: smallMachine,
  },
  snapshot: {
    title: 'a snapshot of the database is held open',
    recoversMs: 3000,
    run: holdSnapshot,
  },
  'held-lock': {
    title: "another program's open transaction locks the head of the ledger for 20 s",
    // A visitor retries a few seconds later.
    recoversMs: 10_000,
    run: holdLock,
  },
  'lost-commit': {
    title: 'connections are cut between commit and its answer',
    // Five counted but unanswered tries use up a code.
    comesAgain: true,
    leavesWithoutCode: true,
    hasPacks: true,
    recoversMs: 3000,
    run: repeatedFault(loseCommits, 12),
  },
  'rolling-restart': {
    title: 'each program is replaced by another, as in an upgrade',
    // PLAY is refused while `draw` is replaced.
    recoversMs: 10_000,
    restMs: 300,
    variables: () => ({ DRAIN_SECONDS: '2' }),
    ...rollingRestart(),
  },
  'log-reader': {
    title: 'nobody reads the log of serve',
    recoversMs: 60_000,
    run: logReader,
  },
};
