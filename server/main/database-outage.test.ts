// The database goes down while the site runs, and comes back: shoppers are asked to try again, and
// nothing needs a restart.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHealth } from '../database/health.ts';
import { openDatabase } from '../database/database.ts';
import { databaseLimitMs, openTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { startDatabaseOutage } from '@inaam/testing/server/database/database-outage.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer();
const aside = openDatabase(server.databaseUrl, 1);
afterAll(() => server.close());
afterAll(() => aside.end());

/** The health of a separate process, and its answers. */
function newHealth() {
  const said: string[] = [];
  const say = (_facts: object, sentence: string) => void said.push(sentence);
  return {
    said,
    health: createHealth({ serving: server.database, aside }, { info: say, warn: say }),
  };
}

test('[ERR-8] during a database outage calls answer 503 with Retry-After, and readiness reports the reason', async () => {
  const { health, said } = newHealth();
  const shopper = new Shopper(server);
  const mobile = newMobile();
  await shopper.register(mobile);
  const code = await shopper.code(mobile);
  expect(await health.readiness()).toBe('ready');

  const giveBack = await startDatabaseOutage(server.databaseUrl);
  try {
    const answers = [
      await shopper.call('recordConsent', { agree: 'NO' }),
      await shopper.verifyWith(code),
      await shopper.call('resendOtp'),
      await shopper.start(),
      await shopper.read('getDetails', 'x'.repeat(43)),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
      expect(answer.resp['message']).toMatch(/\w/);
    }
    expect((await shopper.read('getStates')).status).toBe(200);
    await waitUntil(async () => (await health.readiness()) === 'database');
  } finally {
    await giveBack();
  }

  await waitUntil(async () => (await health.readiness()) === 'ready');
  expect(await shopper.verifyWith(code)).toMatchObject({ status: 200 });
  expect(await shopper.call('getReward')).toMatchObject({ status: 200 });
  expect(said).toEqual(['Not ready: the database does not answer in time.', 'Ready again.']);
});

test('readiness reports a changed migration, and accepts a newer schema', async () => {
  const { database } = server;
  const ask = () => newHealth().health.readiness();
  await database.query(`insert into inaam.migration values ('999999-the-next.sql', 'x')`);
  expect(await ask()).toBe('ready');
  await database.query(`update inaam.migration set hash = 'x' || hash where name like '000001%'`);
  expect(await ask()).toBe('schema');
  await database.query(
    `update inaam.migration set hash = substr(hash, 2) where name like '000001%'`,
  );
  await database.query(`delete from inaam.migration where name like '999999%'`);
  expect(await ask()).toBe('ready');
});

test('readiness does not wait for a database that accepts the connection but does not answer', async () => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => taken.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  // The pool would wait for a minute, so any answer proves that nothing waited for it.
  const lost = openTestDatabase(`postgres://inaam@127.0.0.1:${port}/lost`, 1);
  const from = performance.now();
  expect(
    await createHealth(
      { serving: lost, aside: lost },
      { info: () => undefined, warn: () => undefined },
    ).readiness(),
  ).toBe('database');
  expect(performance.now() - from).toBeLessThan(databaseLimitMs / 2);
  for (const socket of taken) socket.destroy();
  silent.close();
  await lost.end();
});

test('a healthy process is not ready after a signal to stop', async () => {
  const { health } = newHealth();
  expect(await health.readiness()).toBe('ready');
  health.stop();
  expect(await health.readiness()).toBe('stopping');
});
