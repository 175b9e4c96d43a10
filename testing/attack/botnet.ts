// New devices behind ten thousand addresses request codes for numbers all over the country, against
// the built product: `serve` behind a trusted proxy, `deliver` and a durable PostgreSQL, in real
// time. Some attackers solve proofs of work. An honest visitor waits for the SMS.
import { setTimeout as pause } from 'node:timers/promises';
import { parseChallenge, solveChallenge } from '@inaam/contract/proof-of-work.ts';
import { sendBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { type SeededRandom, seededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { brokenElsewhere } from '../product/fault-postgres.ts';
import { startProduct, type Product } from '../product/product.ts';
import type { Answered } from '../server/shopper/device.ts';
import { Shopper, type ShopperServer } from '../server/shopper/shopper.ts';
import { waitUntil } from '../server/wait-until.ts';
import type { AttackResult } from './attackers.ts';

const addresses = 10_000;
/** A hundred thousand requests take ten minutes; each device needs three. */
const requestMs = 6;
const requestsOfDevice = 3;
/** Attack devices per honest visitor: 500 visitors in the whole attack. */
const devicesOfHonest = 66;
/** One in so many attack devices rents processors. */
const devicesOfSolver = 50;
/** Rs 1,000 for a hundred thousand requests. */
const rupeesOfRequest = 0.01;
const patienceMs = 10_000;
/** The number of requests for which the pass line and the product's budget are set. */
const wholeAttack = 100_000;
/** Slower responses time out. */
const limitMs = 300_000;

export const anyMobile = (random: SeededRandom) => String(6_000_000_000 + random.integerBelow(4e9));

/** A device that has consented, behind any of the addresses. */
async function newVisitor(server: ShopperServer, random: SeededRandom): Promise<Shopper> {
  const shopper = new Shopper(server);
  const place = random.integerBelow(addresses);
  shopper.remoteAddress = `10.7.${Math.floor(place / 250)}.${(place % 250) + 1}`;
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  return shopper;
}

const register = (shopper: Shopper, mobile: string, proof?: string): Promise<Answered> =>
  shopper.call('register', {
    name: 'Asha Rao',
    mobile,
    state: 'Goa',
    agree1: true,
    ...(proof === undefined ? {} : { proof }),
  });

/**
 * Solves the proofs that the server requires, as the app does.
 * @param onSolved receives the ms that a proof took, among all proofs of this process
 */
async function registerWithProofs(
  shopper: Shopper,
  mobile: string,
  onSolved: (ms: number) => void = () => undefined,
): Promise<Answered> {
  let answer = await register(shopper, mobile);
  for (let proofs = 0; proofs < 3 && answer.status === 429; proofs++) {
    const challenge = parseChallenge(answer.resp['challenge']);
    if (!challenge) return answer;
    const from = performance.now();
    const proof = await solveChallenge(challenge, nextTurn);
    onSolved(performance.now() - from);
    answer = await register(shopper, mobile, proof);
  }
  return answer;
}

/** Yields between two tries. */
const nextTurn = () =>
  new Promise<boolean>((resolve) => {
    setImmediate(() => resolve(true));
  });

/**
 * @param url of a durable database
 * @param size attackers' requests; a smaller attack gets a smaller budget
 */
export async function attackProduct(
  url: string,
  folder: string,
  size: number,
): Promise<AttackResult> {
  const minute = Math.ceil(sendBudget.rupees.minute * Math.min(1, size / wholeAttack));
  const rupees = String(Math.max(7, minute));
  const postgres = brokenElsewhere({ url, stop: async () => undefined });
  const variables = { NODE_ENV: 'production', SMS_RUPEES_PER_MINUTE: rupees };
  const options = { variables, isDirect: true, hasPrices: true, limitMs };
  const product = await startProduct(postgres, folder, options);
  try {
    await product.startServe();
    await product.startDeliver();
    return await pump(product, size);
  } finally {
    await product.stop();
  }
}

async function pump(product: Product, size: number): Promise<AttackResult> {
  const random = seededRandom('one', 'pumping');
  const devices = Math.ceil(size / requestsOfDevice);
  const honest: Visit[] = [];
  const attackers = { sent: 0, sentWithProof: 0, failed: 0 };
  const visits: Promise<void>[] = [];
  const from = performance.now();
  for (let device = 0; device < devices; device++) {
    // On the attack's schedule, however long the responses take.
    const dueMs = from + device * requestsOfDevice * requestMs - performance.now();
    if (dueMs > 0) await pause(dueMs);
    visits.push(attack(product, random, device, attackers));
    if (device % devicesOfHonest === devicesOfHonest - 1) {
      visits.push(honestVisit(product, random).then((visit) => void honest.push(visit)));
    }
  }
  await Promise.all(visits);
  const delays = honest.map(({ delayMs }) => delayMs);
  const inTime = delays.filter((delay) => delay <= patienceMs).length;
  const rupees = ((attackers.sent + attackers.sentWithProof) * sendBudget.smsPaise) / 100;
  const rupeesMax = size * rupeesOfRequest;
  const slowestMs = slowestOf(delays);
  // This one process solves all proofs, while each real shopper has a phone for it.
  const withoutProofs = honest.map(({ delayMs, proofMs }) => delayMs - proofMs);
  const inTimeWithoutProofs = withoutProofs.filter((delay) => delay <= patienceMs).length;
  const slowestWithoutProofsMs = slowestOf(withoutProofs);
  return {
    passLine: `the attackers' codes cost Rs ${rupeesMax} at most; 99 % of the honest have their SMS within 10 s`,
    figures: {
      requests: size,
      ...attackers,
      rupees,
      honest: honest.length,
      inTime,
      slowestMs,
      inTimeWithoutProofs,
      slowestWithoutProofsMs,
    },
    isHeld: rupees <= rupeesMax && inTime >= 0.99 * delays.length,
  };
}

const slowestOf = (delays: readonly number[]) => Math.round(Math.max(0, ...delays));

type Attackers = { sent: number; sentWithProof: number; failed: number };

async function attack(
  product: Product,
  random: SeededRandom,
  device: number,
  counts: Attackers,
): Promise<void> {
  const isSolver = device % devicesOfSolver === 0;
  try {
    const shopper = await newVisitor(product, random);
    const ask = isSolver ? registerWithProofs : register;
    const { status } = await ask(shopper, anyMobile(random));
    if (status === 200) counts[isSolver ? 'sentWithProof' : 'sent'] += 1;
  } catch {
    // An overloaded site refuses visitors first.
    counts.failed += 1;
  }
}

/** From Get OTP until the SMS arrives, `Infinity` without one; `proofMs` of it are for proofs. */
type Visit = { delayMs: number; proofMs: number };

async function honestVisit(product: Product, random: SeededRandom): Promise<Visit> {
  const { database, keys } = product;
  const mobile = anyMobile(random);
  let proofMs = 0;
  try {
    const shopper = await newVisitor(product, random);
    const from = performance.now();
    const answer = await registerWithProofs(shopper, mobile, (ms) => (proofMs += ms));
    if (answer.status !== 200) return { delayMs: Number.POSITIVE_INFINITY, proofMs };
    const sent = 'select from inaam.message where mobile_index = $1 and sent_at is not null';
    const isSent = () => database.query(sent, [keys.mobileIndex(mobile)]);
    await waitUntil(async () => (await isSent()).rowCount !== 0);
    const delayMs = performance.now() - from;
    await shopper.verifyWith(await shopper.code(mobile));
    return { delayMs, proofMs };
  } catch {
    return { delayMs: Number.POSITIVE_INFINITY, proofMs };
  }
}
