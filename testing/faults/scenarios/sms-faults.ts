// The SMS provider fails, is down, and is down for hours.
import { setTimeout as pause } from 'node:timers/promises';
import { codeLifetimeMs } from '@inaam/server/codes/rate-limits.rules.ts';
import type { Product } from '../../product/product.ts';
import { perSecond } from '../../product/sms-gateway.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { countRewards, isOwed, owedVouchers } from '../../visitors/observe.ts';
import { keepWhatIsDeleted, untilFollowed } from './clocks.ts';

const chaosMs = 15_000;
const awayMs = 20_000;
const hourMs = 3_600_000;
const jumpMs = 2 * hourMs;
const longAwayMs = 6 * hourMs;
const playedMs = 10_000;

/**
 * Shoppers continue playing.
 * @returns time to send the backlog once the provider was back, ms
 */
export async function smsChaos(product: Product, history: History): Promise<number> {
  const { gateway } = product;
  await product.deliver().stop();
  await product.startDeliverByGateway();
  history.note('the SMS provider fails in seven ways');
  gateway.become('chaos');
  await pause(chaosMs);
  history.note('the SMS provider is away');
  gateway.become('down');
  const before = await countRewards(product);
  await pause(awayMs);
  const played = (await countRewards(product)) - before;
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

/** Vouchers owed before the provider came back. */
async function waitingSince({ database }: Product, back: number): Promise<number> {
  const agoMs = performance.now() - back;
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message where kind = 'voucher' and state in ('owed', 'assigned')
       and owed_at < clock_timestamp() - $1 * interval '1 ms'`,
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

/**
 * Six hours pass on PostgreSQL's clock, which the whole product follows, in jumps of two. Shoppers
 * continue playing.
 * @returns time to send what waited once the provider was back, ms
 */
export async function outlastProvider(product: Product, history: History): Promise<number> {
  const { gateway, postgres } = product;
  await keepWhatIsDeleted(product);
  await product.deliver().stop();
  await product.startDeliverByGateway();
  await pause(playedMs);
  history.note('the SMS provider is away');
  gateway.become('down');
  const before = await countRewards(product);
  for (let passedMs = jumpMs; passedMs <= longAwayMs; passedMs += jumpMs) {
    await pause(playedMs);
    history.note('the clock of the database jumps: +2 hours');
    postgres.setClock(`+${passedMs / 1000}`);
    await untilFollowed(product, passedMs);
  }
  await pause(playedMs);
  const played = (await countRewards(product)) - before;
  if (played === 0) throw new Error('Nobody played while the SMS provider was down.');
  const waiting = await owedVouchers(product);
  if (waiting.length === 0) throw new Error('No voucher waits.');

  history.note('the SMS provider is back');
  const from = performance.now();
  const accepted = gateway.acceptedAt.length;
  gateway.become('works');
  await waitUntil(async () => !(await isOwed(product, waiting)), 240_000);
  const neededMs = performance.now() - from;
  const busiest = busiestSecond(gateway.acceptedAt.slice(accepted));
  const counted = await countMessages(product);
  process.stdout.write(
    `${JSON.stringify({ played, waited: waiting.length, busiest, ...counted, ...gateway.counts() })}\n`,
  );
  if (busiest > 2 * perSecond) throw new Error('The provider was sent more than its capacity.');
  if (counted.expired > 0) throw new Error('A code was sent after it had expired.');
  if (counted.lapsed === 0) throw new Error('No code expired while the provider was down.');
  if (counted.failedVouchers > 0) throw new Error('A voucher was abandoned.');
  return neededMs;
}

/** Codes sent late or not at all, and abandoned vouchers. */
async function countMessages({ database }: Product) {
  const { rows } = await database.query<{
    expired: number;
    lapsed: number;
    failedVouchers: number;
  }>(
    `select
       count(*) filter (where kind = 'otp' and code_hash is not null
         and sent_at > owed_at + $1 * interval '1 ms')::integer as expired,
       count(*) filter (where kind = 'otp' and state = 'lapsed')::integer as lapsed,
       count(*) filter (where kind = 'voucher' and state = 'failed')::integer as "failedVouchers"
     from inaam.message`,
    [codeLifetimeMs],
  );
  const [row] = rows;
  if (!row) throw new Error('There is no message.');
  return row;
}
