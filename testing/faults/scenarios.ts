import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { waitUntil } from '../server/wait-until.ts';
import type { History } from '../visitors/history.ts';
import { recovery, repeatedFault, type Scenario } from './run-scenario.ts';
import { countRows } from '../server/database/database-queries.ts';
import { claimAtOnce } from './scenarios/contested-claims.ts';
import { databaseClock } from './scenarios/database-clock.ts';
import { killDeliver, killPostgres, killServe, loseCommits } from './scenarios/kills.ts';
import { rollingRestart } from './scenarios/rolling-restart.ts';
import { Shopper } from '../server/shopper/shopper.ts';
import pg from 'pg';
import { perSecond } from '../product/sms-gateway.ts';

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

const playedMs = 3000;
const fullMs = 10_000;

/**
 * PostgreSQL continues, and refuses whatever needs another page.
 * @returns recovery time of the site after space was freed, without starting anything, ms
 */
async function fullTables(product: Product, history: History): Promise<number> {
  const disk = await product.postgres.moveTablesToSmallDisk();
  await recovery(product, performance.now());
  await pause(playedMs);
  history.note("the disk of PostgreSQL's tables is full");
  await disk.fill();
  const shopper = new Shopper(product);
  await shopper.start();
  const consent = () => shopper.call('recordConsent', { agree: 'YES' });
  // Pages with free space are used up first.
  const refused = await waitUntil(async () => {
    const answer = await consent().catch(() => undefined);
    return answer?.status === 200 ? undefined : answer;
  });
  if (refused.status !== 503 || refused.headers['retry-after'] === undefined) {
    throw new Error(`What cannot be stored was answered with ${refused.status}.`);
  }
  await pause(fullMs);
  const freed = performance.now();
  history.note('the disk has space again');
  await disk.free();
  await waitUntil(async () => (await consent().catch(() => undefined))?.status === 200);
  return performance.now() - freed;
}

const warmUpMs = 5000;
const lockedMs = 20_000;
/** A call that needs no lock succeeds meanwhile. */
const othersMs = 3000;

/**
 * Imitates a colleague's database tool left open after changing a row: it locks the head of the
 * ledger, which each verification and each reward need.
 * @returns time until a reward is granted again, ms
 */
async function holdLock(product: Product, history: History): Promise<number> {
  await pause(warmUpMs);
  const holder = new pg.Client(product.postgres.url);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from inaam.head for update');
  const before = await countRows(product.database, 'reward');
  history.note('a lock is held');
  await pause(lockedMs / 2);
  const others = await recovery(product, performance.now());
  await pause(lockedMs / 2);
  const granted = (await countRows(product.database, 'reward')) - before;
  if (granted > 0) throw new Error(`The lock stopped nothing: ${granted} rewards were granted.`);
  await holder.query('rollback');
  await holder.end();
  history.note('the lock has ended');
  const ended = performance.now();
  await waitUntil(async () => (await countRows(product.database, 'reward')) > before);
  process.stdout.write(`${JSON.stringify({ others: Math.round(others) })}\n`);
  if (others > othersMs) throw new Error(`Another call took ${Math.round(others)} ms.`);
  return performance.now() - ended;
}

const chaosMs = 15_000;
const awayMs = 20_000;

/**
 * Shoppers continue playing.
 * @returns time to send the backlog once the provider was back, ms
 */
async function smsChaos(product: Product, history: History): Promise<number> {
  const { gateway } = product;
  await product.deliver().stop();
  await product.startDeliverByGateway();
  history.note('the SMS provider fails in seven ways');
  gateway.become('chaos');
  await pause(chaosMs);
  history.note('the SMS provider is away');
  gateway.become('down');
  const before = await countRows(product.database, 'reward');
  await pause(awayMs);
  const played = (await countRows(product.database, 'reward')) - before;
  if (played === 0) throw new Error('Nobody played while the SMS provider was down.');
  history.note(`the SMS provider is back; ${played} rewards were granted while it was away`);
  const back = performance.now();
  const from = gateway.acceptedAt.length;
  gateway.become('works');
  await waitUntil(async () => (await waitingSince(product, back)) === 0);
  const needed = performance.now() - back;
  const busiest = busiestSecond(gateway.acceptedAt.slice(from));
  history.note(`at most ${busiest} SMS in a second; ${JSON.stringify(gateway.counts())}`);
  process.stdout.write(`${JSON.stringify({ played, busiest, ...gateway.counts() })}\n`);
  // A second may begin between two of the sender's.
  if (busiest > 2 * perSecond) throw new Error('The provider was sent more than its capacity.');
  return needed;
}

/** Vouchers owed before the provider came back; without a clear answer, one waits for minutes. */
async function waitingSince({ database }: Product, back: number): Promise<number> {
  const agoMs = performance.now() - back;
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message where kind = 'voucher' and state in ('owed', 'assigned')
       and owed_at < clock_timestamp() - $1 * interval '1 ms' and not exists (
         select from inaam.delivery where message_id = message.id and outcome = 'unknown')`,
    [agoMs],
  );
  return Number(rows[0]?.count);
}

function busiestSecond(times: readonly number[]): number {
  return times.reduce((max, time, place) => {
    const until = times.findIndex((other) => other >= time + 1000);
    return Math.max(max, (until === -1 ? times.length : until) - place);
  }, 0);
}
