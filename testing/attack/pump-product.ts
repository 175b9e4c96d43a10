// The botnet of pumping.ts against the built product: `serve` behind a trusted proxy, `deliver` and
// a durable PostgreSQL, in real time. Some attackers prove their work. An honest visitor waits
// until the SMS is there.
import { setTimeout as pause } from 'node:timers/promises';
import { sendBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { seededRandom, type SeededRandom } from '@inaam/server/simulation/seeded-random.ts';
import { readMail } from '@inaam/server/messages/mailbox.sql.ts';
import { waitUntil } from '../server/wait-until.ts';
import type { AttackResult } from './attack.ts';
import { anyMobile, botnet, newVisitor, register, registerWithProofs } from './botnet.ts';
import { startProduct, type Product } from './product.ts';

const { requestMs, requestsOfDevice, devicesOfHonest, rupeesOfRequest, patienceMs } = botnet;
/** One of so many attackers' devices rents processors. */
const devicesOfSolver = 50;
/** So many requests are what the pass line and the product's budget are made for. */
const wholeAttack = 100_000;

/**
 * @param databaseUrl an empty, durable database
 * @param size requests of the attackers: a smaller attack meets a smaller budget
 */
export async function pumpProduct(databaseUrl: string, size: number): Promise<AttackResult> {
  const minute = Math.ceil(sendBudget.rupees.minute * Math.min(1, size / wholeAttack));
  const rupees = String(Math.max(7, minute));
  const product = await startProduct(databaseUrl, { SMS_RUPEES_PER_MINUTE: rupees });
  try {
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
    // In the attack's own time, however long the answers take.
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
  const rupeesMost = size * rupeesOfRequest;
  const slowestMs = slowestOf(delays);
  // All proofs are solved by this one process: a shopper has a phone of their own for it.
  const withoutProofs = honest.map(({ delayMs, proofMs }) => delayMs - proofMs);
  const inTimeWithoutProofs = withoutProofs.filter((delay) => delay <= patienceMs).length;
  const slowestWithoutProofsMs = slowestOf(withoutProofs);
  return {
    passLine: `the attackers' codes cost Rs ${rupeesMost} at most; 99 % of the honest have their SMS within 10 s`,
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
    isHeld: rupees <= rupeesMost && inTime >= 0.99 * delays.length,
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

/** From Get OTP until the SMS is there, `Infinity` without one; `proofMs` of it are for proofs. */
type Visit = { delayMs: number; proofMs: number };

async function honestVisit(product: Product, random: SeededRandom): Promise<Visit> {
  const { database, campaign, keys } = product;
  const mobile = anyMobile(random);
  let proofMs = 0;
  try {
    const shopper = await newVisitor(product, random);
    const from = performance.now();
    const answer = await registerWithProofs(shopper, mobile, (ms) => (proofMs += ms));
    if (answer.status !== 200) return { delayMs: Number.POSITIVE_INFINITY, proofMs };
    const mails = readMail(database, campaign.id);
    const mobileIndex = keys.mobileIndex(mobile);
    await waitUntil(async () => (await mails.one(mobileIndex)).length > 0);
    const delayMs = performance.now() - from;
    await shopper.verifyWith(await shopper.code(mobile));
    return { delayMs, proofMs };
  } catch {
    return { delayMs: Number.POSITIVE_INFINITY, proofMs };
  }
}
