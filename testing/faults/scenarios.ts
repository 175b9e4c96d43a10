import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { waitUntil } from '../server/wait-until.ts';
import type { History } from '../visitors/history.ts';
import { recovery } from '../visitors/observe.ts';
import { repeatedFault, type Scenario } from './run-scenario.ts';
import { claimAtOnce } from './scenarios/contested-claims.ts';
import { databaseClock } from './scenarios/database-clock.ts';
import { fullTables } from './scenarios/full-tables.ts';
import { holdLock } from './scenarios/held-lock.ts';
import { killDeliver, killPostgres, killServe, loseCommits } from './scenarios/kills.ts';
import { rollingRestart } from './scenarios/rolling-restart.ts';
import { smsChaos } from './scenarios/sms-chaos.ts';

async function blackHole(product: Product, history: History): Promise<number> {
  let slowest = 0;
  for (let round = 0; round < 2; round++) {
    await pause(3000);
    history.note('black hole');
    product.proxy.blackHole();
    await pause(5000);
    product.proxy.heal();
    history.note('heal');
    const healed = performance.now();
    await waitUntil(() => product.isReady().catch(() => false));
    slowest = Math.max(slowest, await recovery(product, healed));
  }
  return slowest;
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
    run: blackHole,
  },
  'kill-serve': {
    title: 'each of two serve is killed at random moments',
    hasPacks: true,
    recoversMs: 3000,
    comesAgain: true,
    leavesWithoutCode: true,
    ...killServe(8),
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
  'tables-disk-full': {
    title: "the disk of PostgreSQL's tables is full for 10 s",
    recoversMs: 3000,
    run: fullTables,
  },
  'database-clock': {
    title:
      'the clock of the database jumps by 40 days and by -1 hour, and drifts from the programs’',
    comesAgain: true,
    // A program looks at the database's clock every 30 s.
    recoversMs: 60_000,
    ...databaseClock(),
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
};
