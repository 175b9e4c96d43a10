// One visitor's link cannot cost the others their visits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '@inaam/testing/server/app/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const arrive = (payload: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { 'content-type': 'application/json' },
    payload,
  });

test('of 198 honest visits among hostile ones every one is kept', async () => {
  const lone = ['\\ud800', '\\udfff', 'a\\udc00\\ud800b', '\\u0000', '\\ud83d'];
  const hostile = lone.map((text) => `{"utm_source":"qrcode","utm_term":"${text}"}`);
  const honest = Array.from({ length: 198 }, (_, at) =>
    JSON.stringify({ utm_source: 'qrcode', utm_campaign: `honest ${at}` }),
  );
  const answers = await Promise.all([...hostile, ...honest, ...hostile].map(arrive));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(208).fill(200));
  // Visits are written after the answers.
  await expect.poll(storedVisits).toEqual({ visits: 208, honest: 198 });
});

async function storedVisits() {
  const { rows } = await server.database.query<{ visits: number; honest: number }>(
    `select count(*)::int as visits,
       (count(distinct query ->> 'utm_campaign'))::int as honest from inaam.visit`,
  );
  return rows[0];
}
