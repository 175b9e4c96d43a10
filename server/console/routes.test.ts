import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';
import { testConsole, type TestConsole } from '@inaam/testing/server/console/test-console.ts';
import { takeUnexpected } from '@inaam/testing/setup/console-lines.ts';
import { consoleHandlers } from './handlers.ts';

let server: TestServer;
let opened: TestConsole;
beforeAll(async () => {
  server = await testServer();
  opened = await testConsole(server);
});
afterAll(async () => {
  await opened.close();
  await server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('what a handler answers beyond the contract is not sent, and fails its test', async () => {
  const campaign = { name: 'Biscuit', color: '#8c1b13' };
  const listed = { campaign, company: null, hasPasskeys: true };
  vi.spyOn(consoleHandlers, 'readSignInWays').mockImplementation(async () => {
    const answer = { ...listed, secret: 'of nobody' };
    return answer;
  });
  const { status, body } = await opened.call('readSignInWays', {});
  expect({ status, body }).toEqual({ status: 200, body: listed });
  expect(takeUnexpected()).toEqual([expect.stringContaining('Unrecognized key: "secret"')]);
});
