import type { FaultProduct } from '../faults/product/fault-product.ts';
import type { History } from '../faults/visitors/history.ts';
import { recordedShopper } from '../faults/visitors/visitor.ts';
import type { Answered } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';

const claimants = 4;
/** What a blocked number is answered to the right code (Protocol: invalidUser). */
const owed = { status: 403, messageId: 'invalidUser' } as const;

/**
 * Some of the numbers whose rewards were forgotten, and whose vouchers were sent, come again on
 * other devices.
 * @throws Error unless each is refused as a blocked number is: a site that is down gives no reward
 *   either
 */
export async function claimAgain(
  product: FaultProduct,
  history: History,
  mobiles: readonly string[],
): Promise<number> {
  const some = mobiles.slice(0, claimants);
  if (some.length < claimants) throw new Error('Too few journeys were forgotten.');
  const answers = await Promise.all(
    some.map((mobile, place) => tryToVerify(product, history, mobile, 60_000 + place)),
  );
  for (const answer of answers) assertRefused(answer);
  return some.length;
}

async function tryToVerify(
  server: FaultProduct,
  history: History,
  mobile: string,
  number: number,
): Promise<Answered | undefined> {
  const { shopper, once, until } = recordedShopper({ number, server, history }, mobile);
  await until('startSession', () => shopper.start());
  await until('recordConsent', () => shopper.call('recordConsent', { agree: 'YES' }));
  const details = { name: 'Asha Rao', mobile, state: 'Karnataka', agree1: true, limit: '' };
  await until('register', () => shopper.call('register', details));
  const otp = await waitUntil(() => shopper.code(mobile).catch(() => undefined));
  return once('verifyOtp', () => shopper.verifyWith(otp));
}

function assertRefused(answer: Answered | undefined): void {
  const { statusCode, messageId } = answer?.resp ?? {};
  const isOwed =
    answer?.status === owed.status && statusCode === owed.status && messageId === owed.messageId;
  if (isOwed) return;
  throw new Error(
    `A number that has its voucher was answered ${answer?.status ?? 'nothing'} ${String(messageId)} instead of ${owed.status} ${owed.messageId}.`,
  );
}
