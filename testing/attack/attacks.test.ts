// The short forms: `npm run attack` tries more (testing/README.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '@inaam/server/rules/codes/rate-limits.ts';
import { sendBudget } from '@inaam/server/rules/codes/send-budget.ts';
import { testServer, type TestServer } from '../server/app/test-server.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';
import { pumping } from './pumping.ts';
import { replay } from './replay.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ rateLimits });
});
afterAll(() => server.close());

test.each([
  ['[OTP-6] lockout: the owner of an attacked number gets in within 15 minutes', lockout, 4],
  ['[OTP-5] guessing succeeds once in twenty thousand at most', guessing, 2],
  ['[OTP-6] bombing: however many ask, a number gets 187 SMS a day at most', bombing, 1],
])('%s', async (_, attack, size) => {
  const result = await attack(server, size);
  expect(result).toMatchObject({ isHeld: true });
});

test('[API-1] replay: a captured request that is sent again from elsewhere changes nothing', async () => {
  expect(await replay(server, 1)).toMatchObject({ isHeld: true });
});

test('[OTP-6] pumping: a botnet gets few codes, and honest visitors theirs', async () => {
  // A fiftieth of the rupees, for a small botnet.
  const budget = { ...sendBudget, rupees: { ...sendBudget.rupees, minute: 50 } };
  const small = await testServer({ rateLimits: { ...rateLimits, budget } });
  try {
    expect(await pumping(small, 450)).toMatchObject({ isHeld: true });
  } finally {
    await small.close();
  }
});
