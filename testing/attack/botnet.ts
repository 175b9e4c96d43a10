// New devices behind ten thousand addresses, which request codes for numbers all over the country.
import { parseChallenge, solveChallenge } from '@inaam/contract/proof-of-work.ts';
import type { SeededRandom } from '@inaam/server/simulation/seeded-random.ts';
import { Shopper, type Answered, type ShopperServer } from '../server/shopper/shopper.ts';

const addresses = 10_000;

export const botnet = {
  /** A hundred thousand requests take ten minutes; each device needs three. */
  requestMs: 6,
  requestsOfDevice: 3,
  devicesAtOnce: 20,
  /** Attackers' devices for each honest visitor: 500 of these in the whole attack. */
  devicesOfHonest: 66,
  /** Rs 1,000 for a hundred thousand requests. */
  rupeesOfRequest: 0.01,
  patienceMs: 10_000,
} as const;

export const anyMobile = (random: SeededRandom) => String(6_000_000_000 + random.integerBelow(4e9));

/** A device that has consented, behind any of the addresses. */
export async function newVisitor(server: ShopperServer, random: SeededRandom): Promise<Shopper> {
  const shopper = new Shopper(server);
  const place = random.integerBelow(addresses);
  shopper.remoteAddress = `10.7.${Math.floor(place / 250)}.${(place % 250) + 1}`;
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  return shopper;
}

export const register = (shopper: Shopper, mobile: string, proof?: string): Promise<Answered> =>
  shopper.call('register', {
    name: 'Asha Rao',
    mobile,
    state: 'Goa',
    agree1: true,
    ...(proof === undefined ? {} : { proof }),
  });

/**
 * Proves as much work as it is asked for, as the app does.
 * @param onSolved gets the ms that a proof took, among all proofs of this process
 */
export async function registerWithProofs(
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

/** Others get their turn between two tries. */
const nextTurn = () =>
  new Promise<boolean>((resolve) => {
    setImmediate(() => resolve(true));
  });
