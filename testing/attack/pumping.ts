// Somebody with four processors requests codes for strangers, from one site or a thousand
// addresses, beside the crowd of a carrier, on a simulated clock. Proofs are counted, not solved.
import { randomBytes } from 'node:crypto';
import { seededRandom, type SeededRandom } from '@inaam/demo/simulation/seeded-random.ts';
import { requestCodes, type CodeRequest } from '@inaam/server/codes/code-requests.sql.ts';
import { senderOf } from '@inaam/server/codes/request-code.call.ts';
import { rateLimits } from '@inaam/server/codes/rate-limits.rules.ts';
import { sendBudget, type SendBudget } from '@inaam/server/sms/send-budget.rules.ts';
import {
  addToCounters,
  counterValues,
  verifiedCounters,
} from '@inaam/server/codes/send-counters.sql.ts';
import { withNamedValues } from '@inaam/server/database/batches/batch.ts';
import { proofTriesMax } from '@inaam/server/platform/proof-of-work.ts';
import { codeRequest } from '../server/shopper/code-request.ts';
import type { TestServer } from '../server/app/test-server.ts';
import type { Attack } from './attackers.ts';

const second = 1000;
const day = 86_400 * second;
/** One try of a proof on one processor: in native code, and in a phone's browser. */
const [tryMs, phoneTryMs] = [1.1, 12.5];
const processors = 4;
const patienceMs = 60 * second;
const typingMs = 30 * second;
/** Share of honest shoppers who type their code. */
const verifiedShare = 0.85;
/** A whole crowd, in this many hours. */
const crowd = { phones: 100_000, hours: 3 };

type Place = (random: SeededRandom) => string;

const ipv4 = (number: number) => [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.');
const group = (number: number) => number.toString(16);
/** Each in a network that nobody else uses. */
const attackers: Readonly<Record<string, Place>> = {
  oneSite: (random) => `2a01:7:7:${group(random.integerBelow(65_536))}::1`,
  fourNetworks: (random) =>
    `2a01:${group(16 + random.integerBelow(4))}:${group(random.integerBelow(100))}::1`,
  thousandAddresses: (random) => {
    const number = random.integerBelow(1000);
    return ipv4((45 + (number % 40)) * 2 ** 24 + (number * 2 ** 16) / 4 + 7);
  },
};
/** Half of the phones have IPv6 in 40 networks; the others share 50 addresses of IPv4. */
const carrier: Place = (random) =>
  random.chance(0.5)
    ? `2409:${group(random.integerBelow(40))}:${group(random.integerBelow(65_536))}::1`
    : ipv4(106 * 2 ** 24 + random.integerBelow(50) * 2 ** 12);

/** @param size per cent of production's budget, of the crowd and of the attackers' processors */
export const pumping: Attack = async (server, size) => {
  const figures: Record<string, number> = { size };
  let isHeld = true;
  for (const [name, place] of Object.entries(attackers)) {
    const result = await pump(server, { place, scale: size / 100, hours: 2 });
    for (const [figure, value] of Object.entries(result)) figures[`${figure} ${name}`] = value;
    isHeld &&= isPumpingHeld(result);
  }
  const passLine = 'four fifths of the honest newcomers get their code within a minute';
  return { passLine, figures, isHeld };
};

export type Pumped = { honest: number; inTime: number; attackers: number; proofs: number };

export const isPumpingHeld = ({ honest, inTime }: Pumped) => inTime >= 0.8 * honest;

type Asking = { request: CodeRequest; address: string; from: number; isHonest: boolean };
type Scenario = { place: Place; scale: number; hours: number };

export const pumpFrom = (server: TestServer, name: string, scale: number, hours: number) => {
  const place = attackers[name];
  if (!place) throw new Error(`Failed to attack: there is no scenario ${name}.`);
  return pump(server, { place, scale, hours });
};

async function pump(server: TestServer, { place, scale, hours }: Scenario): Promise<Pumped> {
  const { time, database, campaign } = server;
  const budget: SendBudget = { ...sendBudget, rupees: scaled(scale) };
  const request = requestCodes(database, campaign.id, { ...rateLimits, budget });
  const random = seededRandom(`${scale}`, 'pumping');
  time.wall += 3 * day - (time.wall % day);
  const start = time.wall;
  const due = new Map<number, Asking[]>();
  const later = (asking: Asking, ms: number) => {
    const at = Math.ceil((time.wall + ms) / second);
    due.set(at, [...(due.get(at) ?? []), asking]);
  };
  const verifications = new Map<number, string[]>();
  const result: Pumped = { honest: 0, inTime: 0, attackers: 0, proofs: 0 };
  const perSecond = {
    honest: (crowd.phones * scale) / (crowd.hours * 3600),
    // Whoever is refused for a proof has to solve it before the next.
    attackers: (processors * scale * second) / ((proofTriesMax / 2) * tryMs),
  };
  for (; time.wall < start + hours * 3600 * second; time.wall += second) {
    const at = Math.ceil(time.wall / second);
    const asked = due.get(at) ?? [];
    due.delete(at);
    for (const isHonest of [true, false]) {
      const count = randomlyRounded(perSecond[isHonest ? 'honest' : 'attackers'], random);
      for (let number = 0; number < count; number++) {
        const address = (isHonest ? carrier : place)(random);
        asked.push({
          request: newRequest(server, address, random),
          address,
          from: time.wall,
          isHonest,
        });
        if (isHonest) result.honest += 1;
      }
    }
    await consent(server, asked);
    const verdicts = await request(
      asked.map((one) => ({ ...one.request, t: time.wall, now: time.wall })),
    );
    for (const [index, one] of asked.entries()) {
      const settled = verdicts[index];
      if (settled?.status !== 'fulfilled') throw new Error('Failed to attack: no answer.');
      const verdict = settled.value;
      if (verdict.kind === 'send' && one.isHonest) {
        if (time.wall - one.from <= patienceMs) result.inTime += 1;
        if (random.chance(verifiedShare)) {
          const then = at + typingMs / second;
          verifications.set(then, [...(verifications.get(then) ?? []), one.address]);
        }
      } else if (verdict.kind === 'send') result.attackers += 1;
      else if (verdict.kind === 'overBudget' && verdict.isProofAsked) {
        result.proofs += one.isHonest ? 0 : 1;
        const proof = { id: randomBytes(32), expiresAt: time.wall + day };
        const solveMs = one.isHonest ? random.integerBelow(proofTriesMax) * phoneTryMs : second;
        later({ ...one, request: { ...one.request, proof } }, solveMs);
      } else if (one.isHonest && time.wall - one.from <= patienceMs) later(one, 20 * second);
    }
    await verify(server, verifications.get(at) ?? []);
    verifications.delete(at);
  }
  return result;
}

const scaled = (scale: number): SendBudget['rupees'] => ({
  minute: sendBudget.rupees.minute * scale,
  hour: sendBudget.rupees.hour * scale,
  day: sendBudget.rupees.day * scale,
});

function randomlyRounded(mean: number, random: SeededRandom): number {
  const whole = Math.floor(mean);
  return whole + (random.chance(mean - whole) ? 1 : 0);
}

const newRequest = (server: TestServer, address: string, random: SeededRandom): CodeRequest => ({
  ...codeRequest(
    server,
    server.keys.newUserKey(),
    String(6_000_000_000 + random.integerBelow(4e9)),
  ),
  sender: senderOf(server.keys, address),
});

async function consent({ database, campaign, time }: TestServer, asked: readonly Asking[]) {
  if (asked.length === 0) return;
  await database.query(
    `insert into inaam.consent (campaign, user_key, t, answer, notice_hash, at)
     select $1, user_key, 1, 'YES', 'hash', $3 from unnest($2::text[]) as user_key on conflict do nothing`,
    [campaign.id, asked.map(({ request }) => request.userKey), new Date(time.wall)],
  );
}

const countQuery = withNamedValues(`with ${addToCounters} select from counted`);

/** As the verification of these clients' codes counts them. */
async function verify(
  { database, campaign, keys, time }: TestServer,
  addresses: readonly string[],
) {
  const names = addresses.flatMap((address) => verifiedCounters(senderOf(keys, address)));
  if (names.length === 0) return;
  const counts = names.map((name) => ({ name, now: time.wall }));
  await database.query(countQuery(campaign.id, counterValues(counts)));
}
