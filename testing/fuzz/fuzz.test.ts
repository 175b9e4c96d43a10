// The short form of `npm run drill -- fuzz`.
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../server/app/test-server.ts';
import { fuzz } from './fuzz.ts';

const server = await testServer();
afterAll(() => server.close());

test('[VAL-10][SGN-3] whatever is sent, nothing refused or replayed is stored, and the server has no error', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const { statuses, participants } = await fuzz(server, { requests: 1800, seed });
  // All kinds of refusals occurred, and shoppers took part.
  for (const status of [200, 400, 401, 404, 405, 413, 415]) {
    expect(statuses[status], `answers ${status} of seed ${seed}`).toBeGreaterThan(0);
  }
  expect(participants, `seed ${seed}`).toBeGreaterThan(0);
});
