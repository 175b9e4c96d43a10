import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../../product/product.ts';
import { perSecond } from '../../product/sms-gateway.ts';
import { waitUntil } from '../../server/wait-until.ts';
import type { History } from '../../visitors/history.ts';
import { countRows } from '../../server/database/database-queries.ts';

const chaosMs = 15_000;
const awayMs = 20_000;

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
