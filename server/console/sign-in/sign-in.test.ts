// From the invitation to the lock, with the operator's real commands and passkeys of a software
// device. Each test has an account and a network address of its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator-in-process.ts';
import { serverOnDatabase } from '@inaam/testing/server/server-on-database.ts';
import { SoftwareAuthenticator } from '@inaam/testing/server/software-authenticator.ts';
import {
  consoleOrigin,
  testConsole,
  type TestConsole,
} from '@inaam/testing/server/test-console.ts';
import type { TestServer } from '@inaam/testing/server/test-server.ts';
import { durableTestDatabase } from '@inaam/testing/setup/test-database.ts';
import { openChallengesMost } from '../../storage/console/challenges.ts';
import { triesMost } from './guard.ts';

let server: TestServer;
let site: TestConsole;
beforeAll(async () => {
  server = await serverOnDatabase(await durableTestDatabase());
  site = await testConsole(server);
});
afterAll(async () => {
  await site.close();
  await server.close();
});

const minute = 60_000;
const hour = 60 * minute;
let made = 0;

/** A name and an address that no other test has. */
function newPerson() {
  made += 1;
  return { name: `Person ${made}`, address: `2001:db8:0:${made.toString(16)}::1` };
}

type Person = ReturnType<typeof newPerson>;

const operate = (...words: string[]) =>
  runOperatorInProcess(['console', ...words, '--json'], {
    variables: { DATABASE_URL: server.databaseUrl, CONSOLE_ORIGIN: consoleOrigin },
    wall: () => server.time.wall,
  });

/** @returns the token of the link */
async function invite({ name }: Person, role = 'support', ...more: string[]): Promise<string> {
  const why = ['--why', 'joins support', '--by', 'ravi'];
  const { output } = await operate('invite', '--name', name, '--role', role, ...why, ...more);
  const { link } = z.object({ link: z.string() }).parse(JSON.parse(output));
  expect(link.startsWith(`${consoleOrigin}/#/invitation/`)).toBe(true);
  return link.split('/').at(-1) ?? '';
}

const challenged = z.object({ challenge: z.string() });
const invited = z.object({ name: z.string(), role: z.string(), options: challenged });
const asked = (challenge: string) => ({ challenge, origin: consoleOrigin, rpId: 'localhost' });

async function register(
  { address }: Person,
  token: string,
  device: SoftwareAuthenticator,
  habits = {},
) {
  const started = await site.call('startInvitation', { token }, { address });
  if (started.status !== 200) return started;
  const { options } = invited.parse(started.body);
  const response = device.register(asked(options.challenge), habits);
  return site.call('finishInvitation', { token, response }, { address });
}

async function newChallenge({ address }: Person): Promise<string> {
  const started = await site.call('startSignIn', {}, { address });
  return challenged.parse(started.body).challenge;
}

async function signIn(person: Person, device: SoftwareAuthenticator, habits = {}) {
  const response = device.signIn(asked(await newChallenge(person)), habits);
  return site.call('finishSignIn', { response }, person);
}

async function member(role?: string) {
  const person = newPerson();
  const device = new SoftwareAuthenticator();
  const { cookie } = await register(person, await invite(person, role), device);
  return { person, device, cookie };
}

const statusOf = async (cookie: string | undefined, name: ConsoleCallName = 'readSession') =>
  (await site.call(name, {}, { cookie })).status;

const audits = async ({ name }: Person) =>
  (
    await server.database.query(
      `select command, operator, details from inaam.audit
       where operator = $1 or details->>'name' = $1 order by number`,
      [name],
    )
  ).rows;

test('an invited colleague makes a passkey, signs out and signs in with it', async () => {
  const person = newPerson();
  const token = await invite(person, 'auditor');
  const device = new SoftwareAuthenticator();
  const entered = await register(person, token, device);
  expect(entered.status).toBe(200);
  const session = await site.call('readSession', {}, { cookie: entered.cookie });
  expect(session.body).toMatchObject({
    account: { name: person.name, role: 'auditor' },
    campaign: { id: 'biscuit-2025' },
    isDemo: false,
    expiresAt: server.time.wall + 30 * minute,
  });
  expect(await statusOf(entered.cookie, 'signOut')).toBe(200);
  expect(await statusOf(entered.cookie)).toBe(401);
  const again = await signIn(person, device);
  expect(again.status).toBe(200);
  expect(await statusOf(again.cookie)).toBe(200);
  expect(await audits(person)).toEqual([
    {
      command: 'console invite',
      operator: 'ravi',
      details: { name: person.name, role: 'auditor', isNew: true, endedPasskeys: 0 },
    },
    {
      command: 'console accept',
      operator: person.name,
      details: { role: 'auditor', newPasskeys: 1 },
    },
    {
      command: 'console sign-in',
      operator: person.name,
      details: { role: 'auditor', newPasskeys: 0 },
    },
  ]);
});

test('an invitation works once', async () => {
  const person = newPerson();
  const token = await invite(person);
  expect((await register(person, token, new SoftwareAuthenticator())).status).toBe(200);
  expect(await register(person, token, new SoftwareAuthenticator())).toMatchObject({
    status: 409,
    body: { code: 'refused' },
    cookie: undefined,
  });
});

test('of two who open one invitation at the same time, one gets in', async () => {
  const person = newPerson();
  const token = await invite(person);
  const ended = await Promise.all(
    [1, 2].map(() => register(person, token, new SoftwareAuthenticator())),
  );
  expect(ended.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});

test.each([
  [24 * hour - 1, 200],
  [24 * hour, 409],
])('an invitation after %i ms is answered by %i', async (ms, status) => {
  const person = newPerson();
  const token = await invite(person);
  server.time.wall += ms;
  expect((await site.call('startInvitation', { token }, person)).status).toBe(status);
});

test('another invitation adds a passkey, and ends the link before it', async () => {
  const { person, device } = await member();
  const lost = await invite(person);
  const token = await invite(person);
  const other = new SoftwareAuthenticator();
  expect((await register(person, lost, other)).status).toBe(409);
  expect((await register(person, token, other)).status).toBe(200);
  expect((await signIn(person, device)).status).toBe(200);
  expect((await signIn(person, other)).status).toBe(200);
});

test('after a device was lost its passkey and sessions end, and only the new link lets in', async () => {
  const { person, device, cookie } = await member();
  const challenge = await newChallenge(person);
  const token = await invite(person, 'support', '--lost');
  expect(await statusOf(cookie)).toBe(401);
  const response = device.signIn(asked(challenge));
  expect((await site.call('finishSignIn', { response }, person)).status).toBe(409);
  const other = new SoftwareAuthenticator();
  expect((await register(person, token, other)).status).toBe(200);
  expect((await signIn(person, other)).status).toBe(200);
  expect((await signIn(person, device)).status).toBe(409);
  expect(await audits(person)).toContainEqual({
    command: 'console invite',
    operator: 'ravi',
    details: { name: person.name, role: 'support', isNew: false, endedPasskeys: 1 },
  });
});

test('of invitations made at the same time, one link works', async () => {
  const { person } = await member();
  const links = await Promise.all([1, 2, 3, 4].map(() => invite(person)));
  const started = await Promise.all(
    links.map((token) => site.call('startInvitation', { token }, person)),
  );
  expect(started.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('an account keeps its role, and a closed one its name', async () => {
  const { person } = await member('viewer');
  const why = ['--why', 'a test'];
  const invited = await operate('invite', '--name', person.name, '--role', 'manager', ...why);
  expect(invited).toMatchObject({ exit: 1 });
  expect(invited.errors).toContain('has another role');
  expect((await operate('close', '--name', person.name, ...why)).json()).toMatchObject({
    result: 'closed',
  });
  expect((await operate('close', '--name', person.name, ...why)).json()).toMatchObject({
    result: 'already',
  });
  const later = await operate('invite', '--name', person.name, '--role', 'viewer', ...why);
  expect(later.errors).toContain('was closed');
  expect((await operate('close', '--name', 'Nobody', ...why)).exit).toBe(1);
});

test('a closed account loses its sessions, its passkey and its invitation at once', async () => {
  const { person, device, cookie } = await member();
  const token = await invite(person);
  expect(await statusOf(cookie)).toBe(200);
  const { output } = await operate('list');
  const listed = JSON.parse(output).accounts.find(({ name }: Person) => name === person.name);
  expect(listed).toMatchObject({ role: 'support', passkeys: 1, sessions: 1, closedAt: null });
  await operate('close', '--name', person.name, '--why', 'has left');
  expect(await statusOf(cookie)).toBe(401);
  expect((await signIn(person, device)).status).toBe(409);
  expect((await register(person, token, new SoftwareAuthenticator())).status).toBe(409);
});

test.each([
  ['of another site', { origin: 'http://localhost:9999' }],
  ['for another host', { rpId: 'example.org' }],
  ['without finger, face or PIN', { isUnverified: true }],
  ['by another key', { isForged: true }],
  ['with a count that was used, as a copied key has', { isCopied: true }],
])('a sign-in %s is refused', async (_what, habits) => {
  const { person, device } = await member();
  expect((await signIn(person, device)).status).toBe(200);
  expect(await signIn(person, device, habits)).toMatchObject({
    status: 409,
    body: { code: 'refused' },
    cookie: undefined,
  });
});

test('of two sign-ins with one count at the same time, one gets in', async () => {
  const { person, device } = await member();
  const challenges = [await newChallenge(person), await newChallenge(person)];
  const responses = challenges.map((challenge, at) =>
    device.signIn(asked(challenge), { isCopied: at > 0 }),
  );
  const ended = await Promise.all(
    responses.map((response) => site.call('finishSignIn', { response }, person)),
  );
  expect(ended.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});

test.each([
  ['of another site', { origin: 'http://localhost:9999' }],
  ['without finger, face or PIN', { isUnverified: true }],
])('a passkey %s is not taken, and the invitation stays open', async (_what, habits) => {
  const person = newPerson();
  const token = await invite(person);
  const device = new SoftwareAuthenticator();
  expect((await register(person, token, device, habits)).status).toBe(409);
  expect((await register(person, token, device)).status).toBe(200);
});

test('a passkey of somebody else cannot be taken over', async () => {
  const { device } = await member();
  const person = newPerson();
  expect((await register(person, await invite(person), device)).status).toBe(409);
});

test('a challenge counts once, and only for what it was given for', async () => {
  const { person, device } = await member();
  const challenge = await newChallenge(person);
  const response = device.signIn(asked(challenge));
  expect((await site.call('finishSignIn', { response }, person)).status).toBe(200);
  const next = device.signIn(asked(challenge));
  expect((await site.call('finishSignIn', { response: next }, person)).status).toBe(409);
  const token = await invite(person);
  const other = new SoftwareAuthenticator().register(asked(await newChallenge(person)));
  expect((await site.call('finishInvitation', { token, response: other }, person)).status).toBe(
    409,
  );
});

test('whoever asks for challenges without end ends the oldest, and keeps nobody out', async () => {
  const { person, device } = await member();
  const first = await newChallenge(person);
  const { rowCount } = await server.database.query(
    `insert into inaam.console_challenge (hash, campaign, expires_at)
     select sha256(n::text::bytea), 'biscuit-2025', to_timestamp($1 / 1000.0)
     from generate_series(1, $2::integer) n`,
    [server.time.wall + 5 * minute + 1, openChallengesMost],
  );
  expect(rowCount).toBe(openChallengesMost);
  const second = await newChallenge(person);
  const { rows } = await server.database.query(
    'select count(*)::integer from inaam.console_challenge',
  );
  expect(rows).toEqual([{ count: openChallengesMost }]);
  const early = device.signIn(asked(first));
  expect((await site.call('finishSignIn', { response: early }, person)).status).toBe(409);
  const late = device.signIn(asked(second));
  expect((await site.call('finishSignIn', { response: late }, person)).status).toBe(200);
  await server.database.query('delete from inaam.console_challenge');
});

test('one address can ask for few challenges without a sign-in, and end no others by it', async () => {
  const { person, device } = await member();
  const first = await newChallenge(person);
  const stranger = newPerson();
  for (let asked = 1; asked <= triesMost.start; asked += 1) {
    expect((await site.call('startSignIn', {}, stranger)).status).toBe(200);
  }
  expect(await site.call('startSignIn', {}, stranger)).toMatchObject({
    status: 429,
    body: { code: 'locked' },
  });
  const response = device.signIn(asked(first));
  expect((await site.call('finishSignIn', { response }, person)).status).toBe(200);
  const office = { ...person, address: stranger.address };
  server.time.wall += 15 * minute;
  for (let times = 1; times <= triesMost.start; times += 29) {
    for (let asked = 1; asked < 30; asked += 1) await newChallenge(office);
    expect((await signIn(office, device)).status).toBe(200);
  }
});

test.each([
  [5 * minute - 1, 200],
  [5 * minute, 409],
])('a challenge after %i ms is answered by %i', async (ms, status) => {
  const { person, device } = await member();
  const response = device.signIn(asked(await newChallenge(person)));
  server.time.wall += ms;
  expect((await site.call('finishSignIn', { response }, person)).status).toBe(status);
});

test.each([{}, { id: 'x' }, { response: 'x' }, { id: 'x', rawId: 'x', type: 'public-key' }])(
  'what is not the answer of a passkey, as %j, is refused',
  async (response) => {
    const { address } = newPerson();
    expect((await site.call('finishSignIn', { response }, { address })).status).toBe(400);
  },
);

test.each([
  [30 * minute - 1, 200],
  [30 * minute, 401],
])('a session that rested for %i ms answers %i', async (ms, status) => {
  const cookie = await site.signedIn('viewer');
  server.time.wall += ms;
  expect(await statusOf(cookie)).toBe(status);
});

test('figures that a page repeats by itself keep no session open, and all else does', async () => {
  const headers = { origin: consoleOrigin, 'x-refresh': '1' };
  const cookie = await site.signedIn('viewer');
  const other = await site.signedIn('viewer');
  server.time.wall += 30 * minute - 1;
  const refreshed = async () => (await site.call('readStock', {}, { cookie, headers })).status;
  expect(await refreshed()).toBe(200);
  expect((await site.call('readSession', {}, { cookie: other, headers })).status).toBe(200);
  server.time.wall += 1;
  expect(await refreshed()).toBe(401);
  expect((await site.call('readStock', {}, { cookie: other })).status).toBe(200);
});

test('a session in use ends after twelve hours', async () => {
  const cookie = await site.signedIn('viewer');
  const begun = server.time.wall;
  for (let calls = 1; calls <= 24; calls += 1) {
    server.time.wall = begun + calls * 29 * minute;
    expect(await statusOf(cookie)).toBe(200);
  }
  server.time.wall = begun + 12 * hour - 1;
  const { status, body } = await site.call('readSession', {}, { cookie });
  expect(status).toBe(200);
  expect(body).toMatchObject({ expiresAt: begun + 12 * hour });
  server.time.wall = begun + 12 * hour;
  expect(await statusOf(cookie)).toBe(401);
});

test('signing out everywhere ends every session of the account, and no other', async () => {
  const { person, device, cookie } = await member();
  const other = await signIn(person, device);
  const somebody = await member();
  expect(await statusOf(cookie, 'signOutEverywhere')).toBe(200);
  expect(await statusOf(other.cookie)).toBe(401);
  expect(await statusOf(somebody.cookie)).toBe(200);
  expect((await audits(person)).at(-1)).toMatchObject({ details: { sessions: 2 } });
});

test('a passkey that fails as often as allowed is locked for 15 minutes, from any address', async () => {
  const { person, device } = await member();
  const elsewhere = newPerson();
  for (let failed = 1; failed < triesMost.passkey; failed += 1) {
    await signIn(person, device, { isForged: true });
  }
  expect((await signIn(person, device)).status).toBe(200);
  for (let failed = 1; failed <= triesMost.passkey; failed += 1) {
    expect((await signIn(person, device, { isForged: true })).status).toBe(409);
  }
  expect(await signIn(elsewhere, device)).toMatchObject({
    status: 429,
    body: { code: 'locked', message: expect.stringContaining('15 minutes') },
  });
  server.time.wall += 15 * minute - 1;
  expect((await signIn(elsewhere, device)).status).toBe(429);
  server.time.wall += 1;
  expect((await signIn(elsewhere, device)).status).toBe(200);
});

test('attempts at the same time from one address cannot exceed its limit', async () => {
  const { device, person } = await member();
  const elsewhere = newPerson();
  const stranger = new SoftwareAuthenticator();
  const most = triesMost.address;
  const attempts = await Promise.all(
    Array.from({ length: most + 5 }, () => signIn(elsewhere, stranger)),
  );
  const statuses = attempts.map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(most);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await signIn(elsewhere, device)).status).toBe(429);
  const network = { ...elsewhere, address: elsewhere.address.replace(/1$/, 'ffff') };
  expect((await signIn(network, device)).status).toBe(429);
  expect((await signIn(person, device)).status).toBe(200);
  server.time.wall += 15 * minute;
  expect((await signIn(elsewhere, device)).status).toBe(200);
});

test('guessed invitations lock their address too', async () => {
  const person = newPerson();
  const token = await invite(person);
  const guess = () => site.call('startInvitation', { token: 'x'.repeat(43) }, person);
  for (let failed = 1; failed <= triesMost.address; failed += 1) {
    expect((await guess()).status).toBe(409);
  }
  expect((await site.call('startInvitation', { token }, person)).status).toBe(429);
});

test('no token and no challenge is stored, logged or written in the audit log', async () => {
  const person = newPerson();
  const token = await invite(person);
  const { cookie = '' } = await register(person, token, new SoftwareAuthenticator());
  const challenge = await newChallenge(person);
  const tables = ['account', 'invitation', 'session', 'challenge', 'try'];
  const rows = await Promise.all(
    [...tables.map((name) => `console_${name}`), 'audit'].map(
      async (name) =>
        (await server.database.query(`select t::text as row from inaam.${name} t`)).rows,
    ),
  );
  const all = `${JSON.stringify(rows)} ${site.logged()}`;
  for (const secret of [token, cookie.split('=')[1] ?? '', challenge]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  }
  expect(all).not.toContain(person.address);
});

test('a link signs in where the demonstration has given one, and nowhere else', async () => {
  const person = newPerson();
  const token = 'a'.repeat(43);
  expect(await site.call('enterByLink', { token }, person)).toMatchObject({
    status: 409,
    cookie: undefined,
  });
  const { cookie: own } = await member('manager');
  const { body } = await site.call('readSession', {}, { cookie: own });
  const { account } = z
    .object({ account: z.object({ id: z.string(), name: z.string(), role: z.literal('manager') }) })
    .parse(body);
  const demo = await testConsole(server, { signInLink: { token, account } });
  try {
    expect(await demo.call('enterByLink', { token: 'b'.repeat(43) }, person)).toMatchObject({
      status: 409,
      cookie: undefined,
    });
    const { cookie } = await demo.call('enterByLink', { token }, person);
    const session = await demo.call('readSession', {}, { cookie });
    expect(session.body).toMatchObject({ account, isDemo: true });
  } finally {
    await demo.close();
  }
});
