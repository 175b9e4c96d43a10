// The short forms: `npm run drill -- attack` tries more (testing/README.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendBudget, type SendBudget } from '@inaam/server/codes/send-budget.rules.ts';
import { limitsWithoutPrices, testServer, type TestServer } from '../server/app/test-server.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';
import { pump } from './pumping.ts';
import { replay } from './replay.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ rateLimits: limitsWithoutPrices });
});
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
  const result = await attack(server, size);
  expect(result).toMatchObject({ isHeld: true });
});

test('[API-1] replay: a captured request that is sent again from elsewhere changes nothing', async () => {
  expect(await replay(server, 1)).toMatchObject({ isHeld: true });
});

/** A fiftieth of production's, for a fiftieth of the attackers. */
const rupees = { minute: 400, hour: 400, day: 1000 };
const smallBudget: SendBudget = { ...sendBudget, rupees };

const expectCodesOfHonest = async (addresses: number) => {
  const small = await testServer();
  try {
    const scenario = {
      addresses,
      processors: 4 / 50,
      hours: 1,
      budget: smallBudget,
      honestEveryMs: 60_000,
    };
    const { honest, inTime, withProof, codes } = await pump(small, scenario);
    expect(honest).toBeGreaterThan(50);
    expect(inTime).toBeGreaterThan(addresses === 1 ? honest - 1 : honest / 2);
    if (addresses === 1) expect(withProof).toBe(0);
    expect(codes).toBeGreaterThan(40);
  } finally {
    await small.close();
  }
};

test.each([200])(
  '[OTP-6] pumping: who solves every proof from %d addresses leaves the honest their codes',
  (addresses) => expectCodesOfHonest(addresses),
);
test.each([1])(
  '[OTP-6] pumping: who solves every proof from %d addresses leaves the honest their codes',
  { tags: ['long'] },
  (addresses) => expectCodesOfHonest(addresses),
);
