// The short forms: `npm run drill -- attack` tries more (testing/README.md).
import { afterAll, expect, test } from 'vitest';
import { limitsWithoutPrices, testServer } from '../server/app/test-server.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';
import { isPumpingHeld, pumpFrom } from './pumping.ts';
import { replay } from './replay.ts';

const server = await testServer({ rateLimits: limitsWithoutPrices });
afterAll(() => server.close());

test.each([
  ['[OTP-6] lockout: the owner of an attacked number gets in within 15 minutes', lockout, 4],
  ['[OTP-5] guessing succeeds once in twenty thousand at most', guessing, 6],
  [
    '[OTP-6] bombing: however many ask, a number gets 12 SMS a day at most, and none in a second night',
    bombing,
    3,
  ],
])('%s', async (_, attack, size) => {
  expect(await attack(server, size)).toMatchObject({ isHeld: true });
});

test('[API-1] replay: a captured request that is sent again from elsewhere changes nothing', async () => {
  expect(await replay(server, 1)).toMatchObject({ isHeld: true });
});

/** Two per cent of production's budget, of the crowd, and of the attackers' processors. */
const expectCodesOfHonest = async (place: string) => {
  const small = await testServer();
  try {
    const pumped = await pumpFrom(small, place, 0.02, 0.5);
    expect(pumped.honest).toBeGreaterThan(250);
    expect(pumped.attackers).toBeGreaterThan(20);
    expect(isPumpingHeld(pumped)).toBe(true);
  } finally {
    await small.close();
  }
};

test('[OTP-6] pumping: who solves every proof from four networks leaves the honest their codes', () =>
  expectCodesOfHonest('fourNetworks'));
test.each(['oneSite', 'thousandAddresses'])(
  '[OTP-6] pumping: who solves every proof from %s leaves the honest their codes',
  { tags: ['long'] },
  (place) => expectCodesOfHonest(place),
);
