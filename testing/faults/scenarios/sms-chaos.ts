import { setTimeout as pause } from 'node:timers/promises';
import { waitUntil } from '../../server/wait-until.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { countRewards } from '../visitors/reward-rate.ts';
import { perSecond } from '../product/sms-gateway.ts';

const chaosMs = 15_000;
const awayMs = 20_000;

/**
 * Shoppers play on meanwhile.
 * @returns how long the backlog took to be sent once the provider was back, ms
 */
export async function smsChaos(product: FaultProduct, history: History): Promise<number> {
  const { gateway } = product;
  product.deliver().kill('SIGTERM');
  await product.deliver().ended;
  await product.startDeliverByGateway();
  history.note('the SMS provider fails in seven ways');
  gateway.become('chaos');
  await pause(chaosMs);
  history.note('the SMS provider is away');
  gateway.become('down');
  const before = await countRewards(product);
  await pause(awayMs);
  const played = (await countRewards(product)) - before;
  if (played === 0) throw new Error('Nobody played while the SMS provider was away.');
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
  if (busiest > 2 * perSecond) throw new Error('The provider was sent more than it takes.');
  return needed;
}

/** Vouchers that were owed before the provider came back. */
async function waitingSince({ database }: FaultProduct, back: number): Promise<number> {
  const agoMs = performance.now() - back;
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from inaam.message where kind = 'voucher' and state in ('owed', 'assigned')
       and owed_at < clock_timestamp() - $1 * interval '1 ms'`,
    [agoMs],
  );
  return Number(rows[0]?.count);
}

export function busiestSecond(times: readonly number[]): number {
  return times.reduce((most, time, place) => {
    const until = times.findIndex((other) => other >= time + 1000);
    return Math.max(most, (until === -1 ? times.length : until) - place);
  }, 0);
}
