// Limits what many devices together may cost (docs/decisions/0019).
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { parseChallenge, solveChallenge } from '@inaam/contract/proof-of-work.ts';
import { rateLimits } from './rate-limits.rules.ts';
import { sendBudget, unlimitedBudget, type SendBudget } from '../sms/send-budget.rules.ts';
import { requestCodes } from './code-requests.sql.ts';
import { codeRequest, consentedDevice } from '@inaam/testing/server/shopper/code-request.ts';
import { countCodeMessages, countRows } from '@inaam/testing/server/database/database-queries.ts';
import type { Answered } from '@inaam/testing/server/shopper/device.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const server = await testServer({ rateLimits });
beforeEach(() => {
  server.time.wall += 3 * day - (server.time.wall % day);
});
afterAll(() => server.close());

const sent = { status: 200 };
const priced = {
  status: 429,
  headers: { 'retry-after': '60' },
  resp: { messageId: 'tryAgain', challenge: { signature: expect.any(String) } },
};

async function visitor(address: string): Promise<Shopper> {
  const shopper = new Shopper(server);
  shopper.remoteAddress = address;
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
  return shopper;
}

const register = (shopper: Shopper, mobile: string, proof?: string) =>
  shopper.call('register', {
    name: 'Asha',
    mobile,
    state: 'Goa',
    agree1: true,
    ...(proof === undefined ? {} : { proof }),
  });

/** Returns a number in a new block each time. */
let block = 0;
const elsewhere = () => String(7_000_000_000 + 1000 * (block += 1));

const ask = async (address: string, mobile = elsewhere()) =>
  register(await visitor(address), mobile);

async function askTimes(count: number, addressOf: (place: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let place = 0; place < count; place++) statuses.push((await ask(addressOf(place))).status);
  return statuses;
}

async function solve({ resp }: Answered): Promise<string> {
  const challenge = parseChallenge(resp['challenge']);
  if (!challenge) throw new Error('The answer holds no challenge.');
  return (await solveChallenge(challenge, () => Promise.resolve(true))) ?? '';
}

const ones = (count: number) => Array.from({ length: count }, () => 200);

test('one address with new devices: from the 41st code on a proof of work is asked for, and is enough', async () => {
  expect(await askTimes(41, () => '203.0.113.7')).toEqual([...ones(40), 429]);
  // Devices behind another address, and the same address later, are not affected.
  expect(await ask('203.0.113.8')).toMatchObject(sent);
  const shopper = await visitor('203.0.113.7');
  const mobile = elsewhere();
  const refused = await register(shopper, mobile);
  expect(refused).toMatchObject(priced);
  expect(await countCodeMessages(server, mobile)).toBe(0);
  server.time.wall += 1000;
  expect(await register(shopper, mobile, await solve(refused))).toMatchObject(sent);
  expect(await countCodeMessages(server, mobile)).toBe(1);
  server.time.wall += 2 * day;
  expect(await ask('203.0.113.7')).toMatchObject(sent);
});

test('a proof is good for one code of its own device, mobile and call', async () => {
  await askTimes(40, () => '203.0.113.20');
  const [shopper, other] = [await visitor('203.0.113.20'), await visitor('203.0.113.20')];
  const mobile = elsewhere();
  const proof = await solve(await register(shopper, mobile));
  for (const wrong of [
    await register(other, mobile, proof),
    await register(shopper, elsewhere(), proof),
    await register(shopper, mobile, 'no proof'),
  ]) {
    expect(wrong).toMatchObject(priced);
  }
  server.time.wall += 1000;
  expect(await register(shopper, mobile, proof)).toMatchObject(sent);
  server.time.wall += minute;
  // Sent at once, signed one after another.
  const copies = await Promise.all(
    Array.from({ length: 20 }, async () => {
      server.time.wall += 1;
      return register(shopper, mobile, proof);
    }),
  );
  expect(copies.filter(({ status }) => status === 200)).toEqual([]);
  const resend = await shopper.call('resendOtp', { proof });
  expect(resend).toMatchObject(priced);
  server.time.wall += 1000;
  expect(await shopper.call('resendOtp', { proof: await solve(resend) })).toMatchObject(sent);
  expect(await countCodeMessages(server, mobile)).toBe(2);
});

test('[OTP-6][SGN-3] a first registration that was refused sends at most one SMS when it is replayed, and none after a newer one', async () => {
  await askTimes(40, () => '203.0.113.25');
  const [waits, comesBack] = [await visitor('203.0.113.25'), await visitor('203.0.113.25')];
  const captured = await Promise.all(
    [waits, comesBack].map(async (shopper) => {
      const mobile = elsewhere();
      const person = { name: 'Asha', mobile, state: 'Goa', agree1: true };
      // As far ahead as a clock may be.
      const data = shopper.signed(person, { t: server.time.wall + 4 * minute });
      expect(await shopper.post('register', data)).toMatchObject(priced);
      return { shopper, mobile, person, data };
    }),
  );
  const replay = async () => {
    for (const { shopper, data } of captured) await shopper.post('register', data);
    const counts = captured.map(({ mobile }) => countCodeMessages(server, mobile));
    return Promise.all(counts);
  };
  // From the same address, replaying sends nothing.
  server.time.wall += minute;
  expect(await replay()).toEqual([0, 0]);
  const [, own] = captured;
  const later = { t: server.time.wall + 4 * minute };
  if (own) own.shopper.remoteAddress = '203.0.113.26';
  await own?.shopper.call('register', own.person, later);
  for (const { shopper } of captured) shopper.remoteAddress = '198.51.100.30';
  server.time.wall += 2 * minute;
  // The shopper who waits gets the requested code.
  expect(await replay()).toEqual([1, 1]);
  server.time.wall += 2 * minute;
  expect(await replay()).toEqual([1, 1]);
});

test('a proof expires after five minutes', async () => {
  await askTimes(40, () => '203.0.113.30');
  const shopper = await visitor('203.0.113.30');
  const mobile = elsewhere();
  const proof = await solve(await register(shopper, mobile));
  server.time.wall += 5 * minute;
  expect(await register(shopper, mobile, proof)).toMatchObject(priced);
});

test('all addresses of an IPv6 network of /48 count as one', async () => {
  const statuses = await askTimes(41, (place) => `2001:db8:7:${place}::${place + 1}`);
  expect(statuses).toEqual([...ones(40), 429]);
  expect(await ask('2001:db8:8:1::1')).toMatchObject(sent);
});

test('neither an address nor a number is stored with the counters', async () => {
  await ask('203.0.113.77', '6987654321');
  const { rows } = await server.database.query<{ counter: string }>(
    'select counter from inaam.send_counter',
  );
  const stored = JSON.stringify(rows);
  expect(rows.filter(({ counter }) => counter.startsWith('address:')).length).toBeGreaterThan(1);
  expect(stored).not.toMatch(/203\.0\.113|6987654/);
});

const withBudget = (budget: Partial<SendBudget>) =>
  testServer({ rateLimits: { ...rateLimits, budget: { ...unlimitedBudget, ...budget } } });

test.each([
  ['minute', 60, minute],
  ['hour', 600, 60 * minute],
  ['day', 3600, day],
] as const)(
  'the rupees of a %s are never exceeded, and then the answer says when to come again',
  async (span, wait, spanMs) => {
    const rupees = { ...unlimitedBudget.rupees, [span]: 2 };
    const small = await withBudget({ rupees });
    onTestFinished(() => small.close());
    const asked = async () => new Shopper(small).register(newMobile());
    small.time.wall -= small.time.wall % spanMs;
    const statuses = [];
    for (let place = 0; place < 9; place++) statuses.push((await asked()).status);
    expect(statuses).toEqual([...ones(8), 429]);
    const refused = await asked();
    expect(refused).toMatchObject({ headers: { 'retry-after': String(wait) } });
    expect(refused.resp).not.toHaveProperty('challenge');
    small.time.wall += 2 * spanMs;
    expect(await asked()).toMatchObject(sent);
  },
);

test('under pressure a network that verifies its codes goes on, and an unknown one needs a proof', async () => {
  const rupees = { minute: 50, hour: 1e6, day: 1e6 };
  const small = await withBudget({ rupees, pressureFrom: 0.05 });
  onTestFinished(() => small.close());
  const shopperAt = (address: string) => {
    const shopper = new Shopper(small);
    shopper.remoteAddress = address;
    return shopper;
  };
  small.time.wall -= small.time.wall % minute;
  await shopperAt('203.0.113.1').verify(newMobile());
  // Pressure begins at ten of 200 codes.
  for (let place = 0; place < 9; place++) {
    expect(await shopperAt(`${place + 11}.51.100.1`).register(newMobile())).toMatchObject(sent);
  }
  for (const address of ['11.51.100.1', '192.0.2.1']) {
    expect(await shopperAt(address).register(newMobile())).toMatchObject(priced);
  }
  expect(await shopperAt('203.0.113.1').register(newMobile())).toMatchObject(sent);
  small.time.wall += 2 * minute;
  expect(await shopperAt('192.0.2.1').register(newMobile())).toMatchObject(sent);
});

test.each([
  ['the rupees', 'register', { minute: 2 }, 8],
  ['what is kept for erasure', 'prove', { minute: 40 }, 8],
] as const)('eight processes at once do not exceed %s', async (_, call, rupees, most) => {
  const budget = { ...unlimitedBudget, rupees: { ...unlimitedBudget.rupees, ...rupees } };
  const small = await withBudget(budget);
  try {
    const requests = await Promise.all(
      Array.from({ length: 24 }, async () => ({
        ...codeRequest(small, await consentedDevice(small), newMobile()),
        call,
      })),
    );
    const kinds = await Promise.all(
      Array.from({ length: 8 }, (__, place) => {
        const own = requestCodes(small.database, small.campaign.id, { ...rateLimits, budget });
        return own(requests.slice(3 * place, 3 * place + 3));
      }),
    );
    const verdicts = kinds.flat().map((one) => one.status === 'fulfilled' && one.value.kind);
    expect(verdicts.filter((kind) => kind === 'send')).toHaveLength(most);
    expect(verdicts.filter((kind) => kind === 'overBudget')).toHaveLength(24 - most);
    expect(await countRows(small.database, 'message')).toBe(most);
  } finally {
    await small.close();
  }
});

test("production's budget applies to production's table", () => {
  expect(rateLimits.budget).toBe(sendBudget);
});
