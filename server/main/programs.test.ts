// The production programs as an operator starts them: real processes on a durable PostgreSQL, which
// they require. How they end is tested in program-shutdown.test.ts.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  withDatabase,
  openTestDatabase,
  durableTestDatabase,
} from '@inaam/testing/setup/cluster/test-database.ts';
import { databaseTime } from '../database/database.ts';
import { productVersion as version } from '../database/health.ts';
import { waitUntil } from '@inaam/testing/server/wait-until.ts';
import { committedBiscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import { addresses, ipDatabaseFile } from '@inaam/testing/server/ip-database.ts';
import {
  committedSecrets,
  endPrograms,
  validEnvironment,
  startAsItIs,
  startProgram,
} from '@inaam/testing/server/programs/program-process.ts';
import { buildSite, serve, startSession } from '@inaam/testing/server/programs/serve-process.ts';
import { readMigrations } from '../database/schema/applied-migrations.ts';

const built = await buildSite();
const main = await durableTestDatabase();
const database = openTestDatabase(main.url, 4);
await committedBiscuitCampaign(database, committedSecrets);
/** Shared by all tests that need only a running site. */
const site = await serve(main.url, { IP_DATABASE: ipDatabaseFile, TRUSTED_PROXIES: '127.0.0.1' });
afterAll(() => main.drop());
afterAll(() => database.end());
afterAll(() => endPrograms());

test('`npm run build` builds the site and reports it', () => {
  expect(built).toMatch(/^Web app (built|is up to date): [\d.]+ kB of JavaScript/);
});

test('without an environment the site lists all missing variables and exits with 1', async () => {
  const site = startProgram('server/main/serve.ts', {});
  expect(await site.ended).toBe(1);
  // All of the problems, where to begin, and no stack.
  expect(site.output()).toMatch(
    /^The settings are not complete:\n {2}- DATABASE_URL is missing(?![^]*\n\s+at )[^]*npx inaam init\n$/,
  );
});

test('programs need a migrated schema, and the site uses the database’s time', async () => {
  const { url: DATABASE_URL, drop } = await durableTestDatabase('empty');
  onTestFinished(() => drop());
  const early = startProgram('server/main/serve.ts', { ...validEnvironment(DATABASE_URL) });
  expect(await early.ended).toBe(1);
  expect(early.output()).toMatch(/^The database lacks .*`npx inaam migrate` first\.\n$/);
  const first = startProgram('server/main/migrate.ts', { DATABASE_URL, CAMPAIGN: 'biscuit-2025' });
  expect(await first.ended).toBe(0);
  const names = (await readMigrations()).map(({ name }) => name);
  // One line for each step, and what was applied at the end.
  for (const name of names) expect(first.output()).toContain(`Migration ${name}`);
  expect(first.output()).toContain(`Applied: ${names.join(', ')}\n`);
  await withDatabase(DATABASE_URL, (empty) => committedBiscuitCampaign(empty, committedSecrets));
  const again = startProgram('server/main/migrate.ts', { DATABASE_URL, CAMPAIGN: 'biscuit-2025' });
  const own = await serve(DATABASE_URL);
  expect(await again.ended).toBe(0);
  expect(again.output()).toMatch(/^The schema is up to date\.$/m);
  const session = await startSession(own.origin);
  // The programme of 2025 is over by the real clock; a demonstration's clock would show it open.
  expect(session.campaign).toBe('ended');
  const warning = 'PUBLIC_ORIGIN is https and TRUSTED_PROXIES is empty';
  await waitUntil(() => own.output().includes(warning));
  expect(site.output()).not.toContain(warning);
  const off = session.serverTime - (await withDatabase(DATABASE_URL, databaseTime));
  expect(Math.abs(off)).toBeLessThan(60_000);
  expect((await fetch(`${own.origin}/demo/phone`)).status).toBe(404);
  const metrics = await (await fetch(`${own.inner}/metrics`)).text();
  for (const line of ['inaam_visits_total 1\n', 'inaam_database_up 1\n', 'nodejs_eventloop_lag_']) {
    expect(metrics).toContain(line);
  }
  own.kill('SIGTERM');
  expect(await own.ended).toBe(0);
});

test('the console serves its page and health, knows nobody who has not signed in, and ends in order', async () => {
  await buildSite('console/build/build-console.ts');
  const own = startProgram('server/main/console.ts', {
    ...validEnvironment(main.url),
    CONSOLE_PORT: '0',
    CONSOLE_ORIGIN: 'https://console.win.example',
  });
  const { port } = await own.logLine('The console is open.');
  const { level } = await own.logLine(
    "CONSOLE_ORIGIN is https and TRUSTED_PROXIES is empty: behind a proxy all share its address, and one person's failures lock everybody. Set TRUSTED_PROXIES to the proxy's address.",
  );
  expect(level).toBe('warn');
  const origin = `http://127.0.0.1:${Number(port)}`;
  const ready = await fetch(`${origin}/ready`);
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, version }]);
  const page = await fetch(`${origin}/`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  const call = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://console.win.example' },
    body: '{}',
  });
  expect([call.status, await call.json()]).toMatchObject([401, { code: 'signedOut' }]);
  const link = await fetch(`${origin}/api/sign-in/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://console.win.example' },
    body: JSON.stringify({ token: '' }),
  });
  expect(link.status).toBe(409);
  own.kill('SIGTERM');
  expect(await own.ended).toBe(0);
});

test('[GAM-3] an invalid IP database is refused before anything starts, and a valid one gives visits their location', async () => {
  const good = validEnvironment(main.url);
  const wrong = startProgram('server/main/serve.ts', {
    ...good,
    IP_DATABASE: 'no-such-file.mmdb',
    PORT: 'x',
  });
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

  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(/^The settings are not complete:\n(?: {2}- .*\n){2}$/);
  expect(wrong.output()).toContain(
    '  - IP_DATABASE names a file that cannot be read (ENOENT). Write',
  );
  expect(wrong.output()).not.toContain('no-such-file');
});

test('[CAM-5] the site does not start with a demonstration’s campaign: each example is named', async () => {
  const site = startAsItIs(['server/main/serve.ts'], validEnvironment(main.url));
  expect(await site.ended).toBe(1);
  expect(site.output()).toMatch(
    /^Campaign "biscuit-2025" is not ready for a launch:\n {2}- [^]*contacts\.email[^]*art: emblem\.svg/,
  );
});

test('a defect ends the program, and its message is not logged', async () => {
  const sentences = {
    start:
      'The program could not start: RangeError at testing/server/programs/crashing-program.ts:',
    throw: '"msg":"The program failed and exits."',
    reject: '"frames":["testing/server/programs/crashing-program.ts:',
  };
  const programs = Object.entries(sentences).map(([how, sentence]) => ({
    ...startProgram('testing/server/programs/crashing-program.ts', {}, 'pipe', [how]),
    sentence,
  }));
  for (const { ended, output, sentence } of programs) {
    expect(await ended).toBe(1);
    expect(output()).toContain(sentence);
    expect(output()).not.toMatch(/9876501234|Asha|\n\s+at /i);
  }
});
