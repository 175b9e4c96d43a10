// The short forms: `npm run attack` tries more (testing/README.md).
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '@inaam/server/rules/rate-limits.ts';
import { testServer, type TestServer } from '../server/test-server.ts';
import { bombing } from './bombing.ts';
import { guessing } from './guessing.ts';
import { lockout } from './lockout.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ rateLimits });
});
afterAll(() => server.close());

test.each([
  ['lockout', '[OTP-6] the owner of an attacked number gets in within 15 minutes', lockout, 4],
  ['guessing', '[OTP-5] guessing succeeds once in twenty thousand at most', guessing, 3],
  ['bombing', '[OTP-6] however many ask, a number gets 187 SMS a day at most', bombing, 1],
])('%s: %s', async (_, __, attack, size) => {
  const result = await attack(server, size);
  expect(result).toMatchObject({ isHeld: true });
});
