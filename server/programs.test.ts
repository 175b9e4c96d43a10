// The production programs as an operator starts and stops them: real processes on a PostgreSQL that
// is durable, as they demand it.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { callPath, calls } from '@inaam/contract/calls.ts';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { drawPadding, sign } from '@inaam/contract/signing.ts';
import { freePort } from '@inaam/runtime/port.ts';
import { withDatabase } from '@inaam/testing/setup/database-template.ts';
import { openTestDatabase } from '@inaam/testing/setup/open-test-database.ts';
import { durableTestDatabase, type TestDatabase } from '@inaam/testing/setup/test-database.ts';
import { readDeliverConfig } from './config.ts';
import { databaseTime, type Database } from './storage/database.ts';
import { startDatabaseOutage } from '@inaam/testing/server/database-outage.ts';
import { deliveryFixture, testSecrets } from '@inaam/testing/server/delivery-fixture.ts';
import { newMobile } from '@inaam/testing/server/shopper.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { committedBiscuitCampaign } from '@inaam/testing/server/committed-campaign.ts';
import { addresses, ipDatabaseFile } from '@inaam/testing/server/ip-database.ts';
import {
  committedSecrets,
  endPrograms,
  validEnvironment,
  logLines,
  startProgram,
} from '@inaam/testing/server/program-process.ts';
import { readMigrations } from './storage/migrate.ts';

let main: TestDatabase;
let database: Database;
let built: string;
beforeAll(async () => {
  const root = path.resolve(import.meta.dirname, '..');
  built = (
    await promisify(execFile)(process.execPath, ['runtime/run.mjs', 'web/build/build-web.ts'], {
      cwd: root,
    })
  ).stdout;
  main = await durableTestDatabase();
  database = openTestDatabase(main.url, 4);
  await committedBiscuitCampaign(database, committedSecrets);
});
afterEach(endPrograms);
afterAll(async () => {
  await database.end();
  await main.drop();
});

test('`npm run build` builds the site and reports it', () => {
  expect(built).toMatch(/^Web app (built|is up to date): [\d.]+ kB of JavaScript/);
});

async function commitDraw(url: string): Promise<void> {
  await withDatabase(url, (own) => committedBiscuitCampaign(own, committedSecrets));
}

async function serve(more: Record<string, string> = {}) {
  const program = startProgram('server/serve.ts', { ...validEnvironment(main.url), ...more });
  const { port, metricsPort } = await program.logLine('Serving.');
  return {
    ...program,
    port: Number(port),
    origin: `http://127.0.0.1:${Number(port)}`,
    inner: `http://127.0.0.1:${Number(metricsPort)}`,
  };
}

async function startSession(origin: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}${callPath('startSession')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"utm_source":"qrcode"}',
  });
  return calls.startSession.answer.parse(unwrapResponse(await response.text()));
}

/** A signed answer to the privacy notice, over a connection that is kept alive. */
async function consentCall(origin: string) {
  const { token, serverTime } = await startSession(origin);
  if (!token) throw new Error('No session was given.');
  const { userKey, dataKey } = token;
  const padding = drawPadding((below) => Math.floor(Math.random() * below));
  const data = sign({ userKey, t: serverTime, fields: { agree: 'YES' } }, dataKey, padding);
  return { url: `${origin}${callPath('recordConsent', userKey)}`, form: { userKey, data } };
}

function post(url: string, form: Record<string, string>, agent: Agent) {
  return new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sending = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }),
        );
    });
    sending.on('error', reject).end(new URLSearchParams(form).toString());
  });
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });

/** Locks a table, so that writers wait; reports how many wait. */
async function hold(table: string) {
  const connection = await database.connect();
  await connection.query(`begin; lock table inaam.${table} in access exclusive mode`);
  let isReleased = false;
  return {
    isAwaited: async () => {
      const { rows } = await connection.query(
        'select from pg_locks join pg_database on oid = database where not granted and datname = current_database()',
      );
      return rows.length > 0;
    },
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      await connection.query('rollback');
      connection.release();
    },
  };
}

test('without an environment each program lists all missing variables and exits with 1', async () => {
  const programs = ['serve', 'deliver', 'migrate'].map((name) =>
    startProgram(`server/${name}.ts`, {}),
  );
  for (const program of programs) {
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(
      /^The environment is not complete:\n {2}- DATABASE_URL is missing/,
    );
    expect(program.output()).not.toMatch(/\n\s+at /);
  }
});

test('programs need a migrated schema, and the site uses the database’s time', async () => {
  const { url: DATABASE_URL, drop } = await durableTestDatabase('empty');
  onTestFinished(() => drop());
  const early = startProgram('server/serve.ts', { ...validEnvironment(DATABASE_URL) });
  expect(await early.ended).toBe(1);
  expect(early.output()).toMatch(/^The database lacks .*`npm run migrate` first\.\n$/);
  const first = startProgram('server/migrate.ts', { DATABASE_URL });
  expect(await first.ended).toBe(0);
  const names = (await readMigrations()).map(({ name }) => name);
  expect(first.output()).toBe(`Applied: ${names.join(', ')}\n`);
  const again = startProgram('server/migrate.ts', { DATABASE_URL });
  expect(await again.ended).toBe(0);
  expect(again.output()).toBe('The schema is up to date.\n');
  await commitDraw(DATABASE_URL);

  const site = await serve({ DATABASE_URL });
  const session = await startSession(site.origin);
  // The programme of 2025 is over by any honest clock: a demonstration's would say that it is open.
  expect(session.campaign).toBe('ended');
  const off = session.serverTime - (await withDatabase(DATABASE_URL, databaseTime));
  expect(Math.abs(off)).toBeLessThan(5000);
  expect((await fetch(`${site.origin}/demo/phone`)).status).toBe(404);
  expect(await (await fetch(`${site.inner}/metrics`)).text()).toMatch(
    /inaam_visits_total 1\n[^]*inaam_database_up 1\n[^]*|nodejs_eventloop_lag_seconds/,
  );
  site.kill('SIGTERM');
  expect(await site.ended).toBe(0);
});

test('[GAM-3] an invalid IP database is refused before anything starts, and a valid one gives visits their location', async () => {
  const good = validEnvironment(main.url);
  const wrong = startProgram('server/serve.ts', {
    ...good,
    IP_DATABASE: 'no-such-file.mmdb',
    PORT: 'x',
  });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(/^The environment is not complete:\n(?: {2}- .*\n){2}$/);
  expect(wrong.output()).toContain(
    '  - IP_DATABASE names a file that cannot be read (ENOENT). Write',
  );
  expect(wrong.output()).not.toContain('no-such-file');

  const site = await serve({ IP_DATABASE: ipDatabaseFile, TRUSTED_PROXIES: '127.0.0.1' });
  const { token } = await startSession(site.origin, { 'x-forwarded-for': addresses.india });
  const visit = await waitUntil(async () => {
    const { rows } = await database.query<{ ip_info: unknown }>(
      'select ip_info from inaam.visit where user_key = $1',
      [token?.userKey],
    );
    return rows[0];
  });
  expect(visit?.ip_info).toEqual({ country: 'India', countryCode: 'IN' });
  expect(site.output()).not.toContain(addresses.india);
});

test('[CAM-5] programs do not start without a commitment, and print the remedy', async () => {
  const uncommitted = await durableTestDatabase();
  onTestFinished(() => uncommitted.drop());
  const [site, delivery] = [
    startProgram('server/serve.ts', validEnvironment(uncommitted.url)),
    startProgram('server/deliver.ts', { ...validEnvironment(main.url), CAMPAIGN: 'tea-demo' }),
  ];
  expect(await site.ended).toBe(1);
  expect(site.output()).toBe(
    `Campaign "biscuit-2025" has not committed to its draw, and no reward can be granted without that. Check the folder and DRAW_SECRET, then run: npm run operator -- draw commit\n`,
  );
  expect(await delivery.ended).toBe(1);
  expect(delivery.output()).toContain('Campaign "tea-demo" has not committed to its draw');
});

test('[CAM-5] with a secret that differs from the commitment the site does not start, and does not print it', async () => {
  const DRAW_SECRET = Buffer.from('another secret of enough bytes!!').toString('base64');
  const program = startProgram('server/serve.ts', {
    ...validEnvironment(main.url),
    DRAW_SECRET,
  });
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('Different: the secret (DRAW_SECRET). Restore it');
  expect(program.output()).not.toContain(DRAW_SECRET);
});

test('a port in use is reported in one sentence, and the program exits with 1 at once', async () => {
  const site = await serve();
  const [port, metricsPort] = [String(site.port), new URL(site.inner).port];
  for (const [name, value] of Object.entries({ PORT: port, METRICS_PORT: metricsPort })) {
    const other = startProgram('server/serve.ts', {
      ...validEnvironment(main.url),
      [name]: value,
    });
    expect(await other.ended).toBe(1);
    expect(other.output()).toBe(
      `Port ${value} is taken by another program. Stop that one, or set ${name} to another.\n`,
    );
  }
});

test('on a signal the site is not ready, still serves for a while, and closes connections', async () => {
  const site = await serve({ DRAIN_SECONDS: '300' });
  const { url, form } = await consentCall(site.origin);
  const agent = new Agent({ keepAlive: true });
  expect(await post(url, form, agent)).toEqual({ status: 200, connection: 'keep-alive' });
  site.kill('SIGTERM');
  await waitUntil(async () => (await fetch(`${site.origin}/ready`)).status === 503);
  const inner = await fetch(`${site.inner}/ready`);
  expect(await inner.json()).toEqual({ ready: false, reason: 'stopping' });
  expect(await post(url, form, agent)).toEqual({ status: 200, connection: 'close' });
  expect((await fetch(`${site.origin}/live`)).status).toBe(200);
  // A second signal ends at once; one that comes with the first is npm's echo of it.
  await waitUntil(() => {
    site.kill('SIGTERM');
    return site.hasEnded();
  });
  expect(await site.ended).toBe(143);
});

test('on a signal the site finishes open requests, accepts no new ones, and exits with 0', async () => {
  const site = await serve();
  const { url, form } = await consentCall(site.origin);
  const held = await hold('consent');
  try {
    const slow = post(url, form, new Agent({ keepAlive: true }));
    await waitUntil(held.isAwaited);
    site.kill('SIGTERM');
    await waitUntil(() => isRefused(site.port));
    await held.release();
    expect(await slow).toEqual({ status: 200, connection: 'close' });
  } finally {
    await held.release();
  }
  expect(await site.ended).toBe(0);
  expect(logLines(site.output()).at(-1)).toMatchObject({ msg: 'Stopped.' });
});

test('one of two sites is replaced under load without a lost call', async () => {
  const shared = { ...validEnvironment(main.url), DRAIN_SECONDS: '3' };
  const old = await serve(shared);
  const other = await serve(shared);
  // What a load balancer does that asks each site whether it is ready.
  let inRotation = [old, other];
  let turn = 0;
  const nextOrigin = () => inRotation[(turn += 1) % inRotation.length]?.origin ?? '';
  const statuses: number[] = [];
  const ending = new AbortController();
  const visitors = Array.from({ length: 4 }, async () => {
    while (!ending.signal.aborted) {
      const { url, form } = await consentCall(nextOrigin());
      const { pathname } = new URL(url);
      const body = new URLSearchParams(form);
      const answer = await fetch(nextOrigin() + pathname, { method: 'POST', body });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
  });
  const load = Promise.all(visitors);
  const moreAnswers = async () => {
    const before = statuses.length;
    await Promise.race([load, waitUntil(() => statuses.length > before + 20)]);
  };
  const before = await countConsents();
  await moreAnswers();
  inRotation = [old, other, await serve(shared)];
  await moreAnswers();
  old.kill('SIGTERM');
  await waitUntil(async () => (await fetch(`${old.inner}/ready`)).status === 503);
  inRotation = inRotation.filter((site) => site !== old);
  expect(await old.ended).toBe(0);
  await moreAnswers();
  ending.abort();
  await load;
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await countConsents()).toBe(before + statuses.length);
});

async function countConsents(): Promise<number> {
  const { rows } = await database.query<{ count: string }>('select count(*) from inaam.consent');
  return Number(rows[0]?.count);
}

test('a slow request is closed after the timeout', async () => {
  const site = await serve({ STOP_SECONDS: '1' });
  const socket = connect({ host: '127.0.0.1', port: site.port });
  const cut = new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
  socket.write('POST /api/users HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 20\r\n\r\n{');
  await waitUntil(async () => (await fetch(`${site.origin}/live`)).status === 200);
  site.kill('SIGINT');
  expect(await site.ended).toBe(0);
  await cut;
  expect(site.output()).toContain('their connections were closed');
});

test('during a database outage the site reports it, and recovers without a restart', async () => {
  const { url, drop } = await durableTestDatabase();
  onTestFinished(() => drop());
  await commitDraw(url);
  const site = await serve({ DATABASE_URL: url });
  const { url: consent, form } = await consentCall(site.origin);
  const agent = new Agent();
  const giveBack = await startDatabaseOutage(url);
  await waitUntil(async () => (await fetch(`${site.origin}/ready`)).status === 503);
  expect((await fetch(`${site.origin}/live`)).status).toBe(200);
  expect((await fetch(`${site.origin}/`)).status).toBe(200);
  expect((await post(consent, form, agent)).status).toBe(503);
  expect(await (await fetch(`${site.inner}/metrics`)).text()).toContain('inaam_database_up 0');
  await giveBack();
  await waitUntil(async () => (await fetch(`${site.origin}/ready`)).status === 200);
  expect((await post(consent, form, agent)).status).toBe(200);
  site.kill('SIGTERM');
  expect(await site.ended).toBe(0);
});

test('the site serves even if the log cannot be written', async () => {
  const full = await open('/dev/full', 'w');
  const { port } = await freePort(4400, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const program = startProgram(
    'server/serve.ts',
    { ...validEnvironment(main.url), PORT: String(port) },
    full.fd,
  );
  try {
    await waitUntil(
      async () => (await fetch(`${origin}/ready`).catch(() => undefined))?.ok,
      60_000,
    );
    for (let asked = 0; asked < 5; asked++)
      expect((await startSession(origin)).token).not.toBeNull();
    program.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  } finally {
    await full.close();
  }
});

test('the delivery warns that it sends no SMS, finishes the current job, and exits with 0', async () => {
  const env = validEnvironment(main.url);
  const { secrets } = readDeliverConfig(env);
  const fixture = await deliveryFixture(main.url, {
    ...testSecrets,
    ...secrets,
    ...committedSecrets,
  });
  try {
    const {
      IDENTITY_SECRET: _i,
      CODE_SECRET: _c,
      DRAW_SECRET: _d,
      PSEUDONYM_SECRET: _n,
      PORT: _p,
      ...least
    } = env;
    const program = startProgram('server/deliver.ts', least);
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
    await program.logLine('Stopping: what is under way is finished first.');
    await held.release();
    expect(await program.ended).toBe(0);
    expect(await fixture.message(underWay)).toMatchObject({ state: 'sent', tries: 1 });
    expect(await fixture.workers()).toEqual([]);
  } finally {
    await fixture.database.end();
  }
});

test.each([
  ['start', 'The program could not start: RangeError at testing/server/crashing-program.ts:'],
  ['throw', '"msg":"The program broke and ends."'],
  ['reject', '"frames":["testing/server/crashing-program.ts:'],
])('a defect (%s) ends the program, and its message is not logged', async (how, sentence) => {
  const program = startProgram('testing/server/crashing-program.ts', {}, 'pipe', [how]);
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain(sentence);
  expect(program.output()).not.toMatch(/9876501234|Asha|\n\s+at /i);
});

test('a program that does not stop is ended after a time limit, with 1', async () => {
  const program = startProgram('testing/server/crashing-program.ts', {}, 'pipe', ['stay']);
  await program.logLine('Up.');
  program.kill('SIGHUP');
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain('Something does not stop');
});
