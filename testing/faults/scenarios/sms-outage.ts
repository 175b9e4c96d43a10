// The SMS provider is away for six hours. They pass on the clock of PostgreSQL, which the whole
// product follows, in jumps of two.
import { setTimeout as pause } from 'node:timers/promises';
import { codeLifetimeMs } from '@inaam/server/codes/rate-limits.rules.ts';
import { waitUntil } from '../../server/wait-until.ts';
import { keepWhatIsDeleted, untilFollowed } from './database-clock.ts';
import type { FaultProduct } from '../product/fault-product.ts';
import type { History } from '../visitors/history.ts';
import { isOwed, owedVouchers } from '../visitors/owed-vouchers.ts';
import { countRewards } from '../visitors/reward-rate.ts';
import { perSecond } from '../product/sms-gateway.ts';
import { busiestSecond } from './sms-chaos.ts';

const hourMs = 3_600_000;
const jumpMs = 2 * hourMs;
const awayMs = 6 * hourMs;
const playedMs = 10_000;

/**
 * Shoppers play on meanwhile.
 * @returns how long what waited took to be sent once the provider was back, ms
 */
export async function outlastProvider(product: FaultProduct, history: History): Promise<number> {
  const { gateway, postgres } = product;
  await keepWhatIsDeleted(product);
  product.deliver().kill('SIGTERM');
  await product.deliver().ended;
  await product.startDeliverByGateway();
  await pause(playedMs);
  history.note('the SMS provider is away');
  gateway.become('down');
  const before = await countRewards(product);
  for (let passedMs = jumpMs; passedMs <= awayMs; passedMs += jumpMs) {
    await pause(playedMs);
    history.note('the clock of the database jumps: +2 hours');
    postgres.setClock(`+${passedMs / 1000}`);
    await untilFollowed(product, passedMs);
  }
  await pause(playedMs);
  const played = (await countRewards(product)) - before;
  if (played === 0) throw new Error('Nobody played while the SMS provider was away.');
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
  if (busiest > 2 * perSecond) throw new Error('The provider was sent more than it takes.');
  if (counted.expired > 0) throw new Error('A code was sent that nobody could type any more.');
  if (counted.lapsed === 0) throw new Error('No code expired while the provider was away.');
  if (counted.failedVouchers > 0) throw new Error('A voucher was given up.');
  return neededMs;
}

/** Codes that were sent too late and that were not sent, and vouchers that were given up. */
async function countMessages({ database }: FaultProduct) {
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
