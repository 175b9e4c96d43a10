// A botnet requests codes in this process, at a moved clock, among honest visitors whose
// phones prove their work. pump-product.ts is the same against the product's own programs.
import { sendBudget } from '@inaam/server/rules/codes/send-budget.ts';
import { seededRandom, type SeededRandom } from '@inaam/server/simulation/seeded-random.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Attack } from './attack.ts';
import { anyMobile, botnet, newVisitor, register, registerWithProofs } from './botnet.ts';

const { requestMs, requestsOfDevice, devicesAtOnce, devicesOfHonest, patienceMs } = botnet;

/** @param size requests of the attackers */
export const pumping: Attack = async (server, size) => {
  const random = seededRandom('one', 'pumping');
  const devices = Math.ceil(size / requestsOfDevice);
  const delays: number[] = [];
  let pumped = 0;
  for (let device = 0; device < devices; device += devicesAtOnce) {
    const batch = Array.from({ length: Math.min(devicesAtOnce, devices - device) }, async () =>
      register(await newVisitor(server, random), anyMobile(random)),
    );
    const answers = await Promise.all(batch);
    pumped += answers.filter(({ status }) => status === 200).length;
    server.time.wall += requestMs * requestsOfDevice * batch.length;
    const due = Math.floor((device + batch.length) / devicesOfHonest);
    while (delays.length < due) delays.push(await honestVisit(server, random));
  }
  const inTime = delays.filter((delay) => delay <= patienceMs).length;
  const rupees = (pumped * sendBudget.smsPaise) / 100;
  const rupeesMost = size * botnet.rupeesOfRequest;
  const slowest = Math.round(Math.max(0, ...delays));
  return {
    passLine: `the attackers' codes cost Rs ${rupeesMost} at most; 99 % of the honest are sent a code within 10 s`,
    figures: { requests: size, pumped, rupees, honest: delays.length, inTime, slowestMs: slowest },
    isHeld: rupees <= rupeesMost && inTime >= 0.99 * delays.length,
  };
};

/** @returns ms from Get OTP until the code is owed; `Infinity` without a code */
async function honestVisit(server: TestServer, random: SeededRandom): Promise<number> {
  const shopper = await newVisitor(server, random);
  const mobile = anyMobile(random);
  const from = performance.now();
  const answer = await registerWithProofs(shopper, mobile);
  const delay = performance.now() - from;
  if (answer.status !== 200) return Number.POSITIVE_INFINITY;
  await shopper.verifyWith(await shopper.code(mobile));
  return delay;
}
