// An attacker solves every proof with four processors, from few or many addresses, on a simulated
// clock. The cost of proofs is counted, not spent.
import { randomBytes } from 'node:crypto';
import { clientNetwork } from '@inaam/server/http/client-address.ts';
import { newOneTimeCode } from '@inaam/server/platform/one-time-code.ts';
import { sealContexts } from '@inaam/server/platform/seal.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import {
  sendBudget,
  type Difficulty,
  type SendBudget,
} from '@inaam/server/codes/send-budget.rules.ts';
import { seededRandom, type SeededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { requestCodes, type CodeRequest } from '@inaam/server/codes/code-requests.sql.ts';
import { proofTriesMax } from '@inaam/server/platform/proof-of-work.ts';
import { codeRequest } from '../server/shopper/code-request.ts';
import { Shopper } from '../server/shopper/shopper.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Attack } from './attackers.ts';

const second = 1000;
const anyMobile = (random: SeededRandom) => String(6_000_000_000 + random.integerBelow(4e9));
const hour = 3600 * second;
const day = 24 * hour;
const atOnce = 40;
/** More requests than a botnet's devices would make without proofs. */
const requestsPerSecond = 200;
/** One try of a proof on one processor: in native code, and in a phone's browser. */
const [tryMs, phoneTryMs] = [1.1, 12.5];
const patienceMs = 30 * second;
/** Address of every second honest visitor: a carrier's, shared by thousands. */
const sharedAddresses = 200;

type Scenario = {
  addresses: number;
  processors: number;
  hours: number;
  budget: SendBudget;
  honestEveryMs: number;
};

/** @param size hours of each attack */
export const pumping: Attack = async (server, size) => {
  const figures: Record<string, number> = { hours: size, processors: 4 };
  let isHeld = true;
  for (const addresses of [1, 100, 10_000]) {
    const scenario = {
      addresses,
      processors: 4,
      hours: size,
      budget: sendBudget,
      honestEveryMs: 30 * second,
    };
    const { codes, rupees, processorHours, honest, inTime, withProof } = await pump(
      server,
      scenario,
    );
    const measured = { codes, rupees, processorHours, honest, inTime, withProof };
    for (const [name, value] of Object.entries(measured))
      figures[`${name}From${addresses}`] = value;
    isHeld &&= inTime >= honest / 2 && (addresses > 1 || (inTime === honest && withProof === 0));
  }
  return {
    passLine:
      'from one address no honest visitor needs a proof; from 10,000 half of them get their code within 30 s',
    figures,
    isHeld,
  };
};

export async function pump(server: TestServer, scenario: Scenario) {
  const { processors, hours, budget, addresses, honestEveryMs } = scenario;
  const random = seededRandom(String(addresses), 'pumping');
  const { time, database, campaign } = server;
  time.wall += 3 * day - (time.wall % day);
  const request = requestCodes(database, campaign.id, { ...rateLimits, budget });
  const end = time.wall + hours * hour;
  const visits: Visit[] = [];
  let codes = 0;
  let processorMs = 0;
  let nextAddress = 0;
  let honestAt = time.wall;
  while (time.wall < end) {
    const asked = Array.from({ length: atOnce }, () => {
      nextAddress = (nextAddress + 1) % addresses;
      return attackersRequest(server, anyMobile(random), addressOf(nextAddress));
    });
    const first = await Promise.all(asked.map((one) => request.one(one)));
    codes += first.filter(({ kind }) => kind === 'send').length;
    const proofs = first.flatMap((verdict, place) => {
      const one = asked[place];
      if (!one || verdict.kind !== 'overBudget' || !verdict.difficulty) return [];
      processorMs += triesOf(verdict.difficulty, random) * tryMs;
      return [withProof(one, verdict.difficulty)];
    });
    const spentMs = processorMs;
    time.wall += Math.ceil((atOnce / requestsPerSecond) * second);
    time.wall = Math.max(time.wall, end - hours * hour + Math.ceil(spentMs / processors));
    const proven = proofs.map((one) => ({ ...one, t: time.wall, now: time.wall }));
    const answers = await Promise.all(proven.map((one) => request.one(one)));
    const paid = answers.filter(({ kind }) => kind === 'send').length;
    codes += paid;
    // Nothing is available until a window moves on.
    if (paid === 0 && first.every(({ kind }) => kind !== 'send')) time.wall += 60 * second;
    for (; honestAt < time.wall; honestAt += honestEveryMs) {
      visits.push(await honestVisit(server, request, visits.length, random));
    }
  }
  return {
    codes,
    rupees: (codes * budget.smsPaise) / 100,
    processorHours: Math.round((processorMs / hour) * 100) / 100,
    honest: visits.length,
    inTime: visits.filter(({ delayMs }) => delayMs <= patienceMs).length,
    withProof: visits.filter(({ proofs }) => proofs > 0).length,
  };
}

/** In separate networks and providers, like a rented botnet. */
const addressOf = (place: number) => `${11 + (place % 89)}.${place >> 8}.${place & 255}.7`;

/** The solution of a proof is a counter that the server has drawn. */
const triesOf = (difficulty: Difficulty, random: SeededRandom) =>
  1 + random.integerBelow(proofTriesMax * difficulty);

const withProof = (one: CodeRequest, difficulty: Difficulty): CodeRequest => ({
  ...one,
  proof: { id: randomBytes(32), difficulty, expiresAt: one.now + hour },
});

function senderAt({ keys }: TestServer, address: string, mobile: string): CodeRequest['sender'] {
  const { kind, network, around } = clientNetwork(address);
  return {
    addressKind: kind,
    address: keys.addressCounter(network),
    network: keys.addressCounter(around.network),
    provider: keys.addressCounter(around.provider),
    block: keys.blockCounter(mobile),
  };
}

/** `prove` takes the fewest calls. */
function attackersRequest(server: TestServer, mobile: string, address: string): CodeRequest {
  const { keys, time } = server;
  const userKey = keys.newUserKey();
  const mobileIndex = keys.mobileIndex(mobile);
  const mobileSealed = keys.seal(mobile, sealContexts.challengeMobile(userKey, mobileIndex));
  return {
    call: 'prove',
    userKey,
    mobileIndex,
    t: time.wall,
    now: time.wall,
    registration: { mobileSealed, registrationSealed: undefined },
    sender: senderAt(server, address, mobile),
    proof: undefined,
    code: newOneTimeCode(keys, userKey, mobileIndex, time.wall),
  };
}

/** From Get OTP until a code is owed, `Infinity` without one. */
type Visit = { delayMs: number; proofs: number };

async function honestVisit(
  server: TestServer,
  requests: ReturnType<typeof requestCodes>,
  place: number,
  random: SeededRandom,
): Promise<Visit> {
  const mobile = anyMobile(random);
  const shopper = new Shopper(server);
  shopper.remoteAddress =
    place % 2 === 0
      ? `150.${place >> 8}.${place & 255}.9`
      : `106.51.7.${random.integerBelow(sharedAddresses)}`;
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  let asked: CodeRequest = {
    ...codeRequest(server, shopper.userKey, mobile),
    sender: senderAt(server, shopper.remoteAddress, mobile),
  };
  let delayMs = 0;
  for (let proofs = 0; ; proofs++) {
    const verdict = await requests.one(asked);
    if (verdict.kind === 'send') {
      await shopper.verifyWith(await shopper.code(mobile));
      return { delayMs, proofs };
    }
    const difficulty = verdict.kind === 'overBudget' ? verdict.difficulty : undefined;
    if (!difficulty || proofs === 3) return { delayMs: Number.POSITIVE_INFINITY, proofs };
    delayMs += triesOf(difficulty, random) * phoneTryMs;
    asked = withProof(asked, difficulty);
  }
}
