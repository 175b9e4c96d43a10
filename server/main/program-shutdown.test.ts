// How the production programs end, are replaced, and survive an outage: real processes on a durable
// PostgreSQL, which they require.
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest';
import {
  openTestDatabase,
  durableTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { readDeliverConfig } from '../operator/settings/program-config.ts';
import { readProcesses } from '../database/processes.ts';
import { testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import { deliveryFixture } from '@inaam/testing/server/delivery/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { committedBiscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  committedSecrets,
  endPrograms,
  validEnvironment,
  logLines,
  startProgram,
} from '@inaam/testing/server/programs/program-process.ts';
import {
  buildSite,
  consentCall,
  isRefused,
  postUntilAccepted,
  serve,
} from '@inaam/testing/server/programs/serve-process.ts';

await buildSite();
const main = await durableTestDatabase();
const database = openTestDatabase(main.url, 4);
await committedBiscuitCampaign(database, committedSecrets);
afterEach(endPrograms);
afterAll(() => main.drop());
afterAll(() => database.end());

/** Locks a table, so that writers wait, and reports how many wait. */
async function hold(table: string) {
  const connection = await database.connect();
  await connection.query(`begin; lock table inaam.${table} in access exclusive mode`);
  let isReleased = false;
  const release = async () => {
    if (isReleased) return;
    isReleased = true;
    await connection.query('rollback');
    connection.release();
  };
  // Release the connection even if the test fails: the pool would wait for it.
  onTestFinished(release);
  return {
    release,
    isAwaited: async () => {
      const { rows } = await connection.query(
        'select from pg_locks join pg_database on oid = database where not granted and datname = current_database()',
      );
      return rows.length > 0;
    },
  };
}

async function reasonOf(inner: string): Promise<unknown> {
  const health: { reason?: unknown } = await (await fetch(`${inner}/ready`)).json();
  return health.reason;
}

test(
  'on a signal the site is not ready, still serves for a while, and closes connections',
  { tags: ['long'] },
  async () => {
    const site = await serve(main.url, { DRAIN_SECONDS: '300' });
    const { url, form } = await consentCall(site.origin);
    const agent = new Agent({ keepAlive: true });
    const answered = () => postUntilAccepted(url, form, agent);
    expect(await answered()).toEqual({ status: 200, connection: 'keep-alive' });
    site.kill('SIGTERM');
    // A slow database makes it unready too, but for another reason.
    await waitUntil(async () => (await reasonOf(site.inner)) === 'stopping');
    expect((await fetch(`${site.origin}/ready`)).status).toBe(503);
    expect(await answered()).toEqual({ status: 200, connection: 'close' });
    expect((await fetch(`${site.origin}/live`)).status).toBe(200);
    // A second signal ends the program at once; one that comes with the first is npm's echo.
    await waitUntil(() => {
      site.kill('SIGTERM');
      return site.hasEnded();
    });
    expect(await site.ended).toBe(143);
  },
);

test('on a signal the site finishes open requests, accepts no new ones, and exits with 0', async () => {
  const site = await serve(main.url);
  const { url, form } = await consentCall(site.origin);
  const held = await hold('consent');
  const slow = postUntilAccepted(url, form, new Agent({ keepAlive: true }));
  await waitUntil(held.isAwaited);
  site.kill('SIGTERM');
  await waitUntil(() => isRefused(site.port));
  await held.release();
  expect(await slow).toEqual({ status: 200, connection: 'close' });
  expect(await site.ended).toBe(0);
  expect(logLines(site.output()).at(-1)).toMatchObject({ msg: 'Stopped.' });
});

test('a slow request is closed after the timeout', async () => {
  const site = await serve(main.url, { STOP_SECONDS: '1' });
  const socket = connect({ host: '127.0.0.1', port: site.port });
  // Read it, because a connection with an unread answer never reports its end.
  const cut = new Promise((resolve) => socket.on('error', resolve).on('close', resolve).resume());
  // Never refused because of load, as calls are.
  socket.write('POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 20\r\n\r\n{');
  await waitUntil(async () => (await fetch(`${site.origin}/live`)).status === 200);
  site.kill('SIGINT');
  expect(await site.ended).toBe(0);
  await cut;
  expect(site.output()).toContain('their connections were closed');
});

test(
  'the delivery warns that it sends no SMS, finishes the current job, and exits with 0',
  { tags: ['long'] },
  async () => {
    const env = validEnvironment(main.url);
    const { secrets } = readDeliverConfig(env);
    const fixture = await deliveryFixture(main.url, {
      ...testSecrets,
      ...secrets,
      ...committedSecrets,
    });
    onTestFinished(() => fixture.database.end());
    const {
      IDENTITY_SECRET: _i,
      CODE_SECRET: _c,
      DRAW_TOKEN: _d,
      PSEUDONYM_SECRET: _n,
      PORT: _p,
      ...rest
    } = env;
    const program = startProgram('server/main/deliver.ts', rest);
    const { metricsPort } = await program.logLine('Delivering.');
    expect(logLines(program.output())).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('real phones') }),
    );
    const metrics = async () =>
      (await fetch(`http://127.0.0.1:${Number(metricsPort)}/metrics`)).text();
    const sent = await fixture.requestCode(newMobile(), '135790');
    await waitUntil(async () => (await metrics()).includes('inaam_codes_sent_total 1'));
    expect(await fixture.message(sent)).toMatchObject({ state: 'sent' });

    const held = await hold('mailbox');
    const underWay = await fixture.requestCode(newMobile(), '246801');
    await waitUntil(held.isAwaited);
    program.kill('SIGTERM');
    await program.logLine('Stopping after the work in progress.');
    await held.release();
    expect(await program.ended).toBe(0);
    expect(await fixture.message(underWay)).toMatchObject({ state: 'sent', tries: 1 });
    const running = await readProcesses(fixture.database, fixture.campaign.id);
    expect(running.filter((one) => one.program === 'deliver' && !one.isSilent)).toEqual([]);
  },
);

test('a program that does not stop is ended after a time limit, with 1', async () => {
  const program = startProgram('testing/server/programs/crashing-program.ts', {}, 'pipe', ['stay']);
  await program.logLine('Up.');
  program.kill('SIGHUP');
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('Shutdown timed out; exiting.');
});
