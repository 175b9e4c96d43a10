// New devices behind ten thousand addresses request codes for numbers all over the country, among
// honest visitors whose phones prove their work.
import { parseChallenge, solveChallenge } from '@inaam/contract/proof-of-work.ts';
import { sendBudget } from '@inaam/server/rules/send-budget.ts';
import { seededRandom, type SeededRandom } from '@inaam/server/simulation/seeded-random.ts';
import { Shopper } from '../server/shopper.ts';
import type { TestServer } from '../server/test-server.ts';
import type { Attack } from './attack.ts';

const addresses = 10_000;
/** A hundred thousand requests take ten minutes; each device needs three. */
const requestMs = 6;
const requestsOfDevice = 3;
const devicesAtOnce = 20;
/** Attackers' devices for each honest visitor: 500 of these in the whole attack. */
const devicesOfHonest = 66;
/** Rs 1,000 for a hundred thousand requests. */
const rupeesOfRequest = 0.01;
const patienceMs = 10_000;

/** @param size requests of the attackers */
export const pumping: Attack = async (server, size) => {
  const random = seededRandom('one', 'pumping');
  const devices = Math.ceil(size / requestsOfDevice);
  const delays: number[] = [];
  let pumped = 0;
  for (let device = 0; device < devices; device += devicesAtOnce) {
    const batch = Array.from({ length: Math.min(devicesAtOnce, devices - device) }, () =>
      requestCode(server, random),
    );
    const statuses = await Promise.all(batch);
    pumped += statuses.filter((status) => status === 200).length;
    server.time.wall += requestMs * requestsOfDevice * batch.length;
    const due = Math.floor((device + batch.length) / devicesOfHonest);
    while (delays.length < due) delays.push(await honestVisit(server, random));
  }
  const inTime = delays.filter((delay) => delay <= patienceMs).length;
  const rupees = (pumped * sendBudget.smsPaise) / 100;
  const rupeesMost = size * rupeesOfRequest;
  const slowest = Math.round(Math.max(0, ...delays));
  return {
    passLine: `the attackers' codes cost Rs ${rupeesMost} at most; 99 % of the honest are sent a code within 10 s`,
    figures: { requests: size, pumped, rupees, honest: delays.length, inTime, slowestMs: slowest },
    isHeld: rupees <= rupeesMost && inTime >= 0.99 * delays.length,
  };
};

async function visitor(server: TestServer, random: SeededRandom): Promise<Shopper> {
  const shopper = new Shopper(server);
  const place = random.integerBelow(addresses);
  shopper.remoteAddress = `10.7.${Math.floor(place / 250)}.${(place % 250) + 1}`;
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  return shopper;
}

const register = (shopper: Shopper, mobile: string, proof?: string) =>
  shopper.call('register', {
    name: 'Asha Rao',
    mobile,
    state: 'Goa',
    agree1: true,
    ...(proof === undefined ? {} : { proof }),
  });

const anyMobile = (random: SeededRandom) => String(6_000_000_000 + random.integerBelow(4e9));

async function requestCode(server: TestServer, random: SeededRandom): Promise<number> {
  const shopper = await visitor(server, random);
  return (await register(shopper, anyMobile(random))).status;
}

/** @returns ms from Get OTP until the code is owed; `Infinity` without a code */
async function honestVisit(server: TestServer, random: SeededRandom): Promise<number> {
  const shopper = await visitor(server, random);
  const mobile = anyMobile(random);
  const from = performance.now();
  let answer = await register(shopper, mobile);
  for (let proofs = 0; proofs < 3 && answer.status === 429; proofs++) {
    const challenge = parseChallenge(answer.resp['challenge']);
    if (!challenge) return Number.POSITIVE_INFINITY;
    const proof = await solveChallenge(challenge, () => Promise.resolve(true));
    server.time.wall += 1;
    answer = await register(shopper, mobile, proof);
  }
  const delay = performance.now() - from;
  if (answer.status !== 200) return Number.POSITIVE_INFINITY;
  await shopper.verifyWith(await shopper.code(mobile));
  return delay;
}
