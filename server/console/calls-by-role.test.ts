// Which role may make which call, and the other checks of every call and answer.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  consoleCalls,
  type ConsoleCall,
  type ConsoleCallName,
} from '@inaam/contract/console/calls.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { consolePluginCalls } from '@inaam/plugins/contract.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { takeUnexpected } from '@inaam/testing/setup/console-lines.ts';
import { connectionLimits } from '../http/overload.ts';
import { consoleHandlers } from '../main/console-handlers.ts';
import { closeAccount, openAccount } from './sign-in/accounts.sql.ts';
import { transaction } from '../database/database.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

const folder = await folderOfFile();
await mkdir(path.join(folder, 'assets'));
await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Console</title>');
await writeFile(path.join(folder, 'assets/app.js'), 'export {};');
const server = await testServer();
const site = await testConsole(server, { site: folder, plugins: [] });
afterAll(() => server.close());
afterAll(() => site.close());

afterEach(() => {
  vi.restoreAllMocks();
});

/** v: viewer, s: support, m: manager, a: auditor; n: works without signing in. */
const table: Record<Exclude<ConsoleCallName, keyof typeof consolePluginCalls>, string> = {
  readSession: 'vsma',
  readSignInWays: 'n',
  startSignIn: 'n',
  finishSignIn: 'n',
  startInvitation: 'n',
  finishInvitation: 'n',
  enterByLink: 'n',
  signOut: 'vsma',
  signOutEverywhere: 'vsma',
  readOverview: 'vsma',
  findPerson: 'sma',
  resendVoucher: 'sm',
  unlockNumber: 'sm',
  blockNumber: 'm',
  unblockNumber: 'm',
  eraseNumber: 'm',
  exportNumber: 'm',
  readDraw: 'vsma',
  readAudits: 'ma',
  readAuditChoices: 'ma',
  readStock: 'vsma',
  countWithdrawal: 'm',
  withdrawBatch: 'm',
  readDeliveries: 'vsma',
  readDebtExamples: 'sm',
  countResend: 'm',
  resendByReason: 'm',
  settleVoucher: 'm',
  readCampaign: 'vsma',
  readSms: 'vsma',
  pauseCampaign: 'm',
  resumeCampaign: 'm',
};
/** The same of plugins, whose own tests say who may. */
const tableOfPlugins = Object.fromEntries(
  Object.entries<ConsoleCall>(consolePluginCalls).map(([name, { may }]) => [
    name,
    may === 'nobody' ? 'n' : may.map((role) => role.charAt(0)).join(''),
  ]),
);
const all: Readonly<Record<string, string>> = { ...table, ...tableOfPlugins };

const id = 'ab'.repeat(32);
const person = { person: id, reason: 'a test of roles' };
/** Good ones, about nobody who is known. */
const fields: Partial<Record<ConsoleCallName, object>> = {
  finishSignIn: { response: {} },
  startInvitation: { token: 'x' },
  finishInvitation: { token: 'x', response: {} },
  enterByLink: { token: 'x' },
  readOverview: { from: '2025-07-01', until: '2025-07-01' },
  findPerson: { by: 'number', text: '9876543210', reason: person.reason },
  resendVoucher: { ...person, message: '3b0f2b4e-6a52-4f0a-9d0c-6f3d0c1b2a39' },
  unlockNumber: person,
  blockNumber: person,
  unblockNumber: person,
  eraseNumber: person,
  exportNumber: person,
  readAudits: { by: null, command: null, from: null, until: null, before: null, max: 5 },
  countResend: { failure: 'no such reason' },
  resendByReason: { failure: 'no such reason', count: 1, reason: person.reason },
  settleVoucher: {
    message: '3b0f2b4e-6a52-4f0a-9d0c-6f3d0c1b2a39',
    reference: null,
    reason: person.reason,
  },
  countWithdrawal: { batch: 999_999 },
  withdrawBatch: { batch: 999_999, reason: person.reason },
  pauseCampaign: { campaign: 'another one', reason: person.reason },
  resumeCampaign: { campaign: 'another one', reason: person.reason },
};

const isCallName = (name: string): name is ConsoleCallName => Object.hasOwn(consoleCalls, name);
const names = Object.keys(consoleCalls).filter(isCallName);
const visitors = [...consoleRoles, undefined];

test('the table of roles lists every call', () => {
  expect(Object.keys(all).toSorted()).toEqual(names.toSorted());
});

test.each(names.flatMap((name) => visitors.map((role) => [name, role] as const)))(
  '%s by %s is answered or refused as the table says',
  async (name, role) => {
    const cookie = role && (await site.signedIn(role));
    const { status, body } = await site.call(name, fields[name] ?? {}, { cookie });
    const letters = all[name] ?? '';
    const answered = name in tableOfPlugins ? [200, 400, 404, 409] : [200, 404, 409];
    if (letters === 'n') expect([200, 400, 409]).toContain(status);
    else if (!role) expect([status, body]).toMatchObject([401, { code: 'signedOut' }]);
    else if (letters.includes(role.charAt(0))) expect(answered).toContain(status);
    else expect([status, body]).toMatchObject([403, { code: 'notAllowed' }]);
  },
);

test('a text with NUL, which PostgreSQL cannot store, is refused wherever it is', async () => {
  const cookie = await site.signedIn('viewer');
  const today = { from: '2025-06-01', until: '2025-06-01', filter: { source: 'a\0b' } };
  expect((await site.call('readOverview', today, { cookie })).status).toBe(400);
});

test.each([
  ['our page', { origin: consoleOrigin, 'sec-fetch-site': 'same-origin' }, 200],
  ['our page in a browser that sends no Origin', { 'sec-fetch-site': 'same-origin' }, 200],
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
  ['another program on this machine', { origin: 'http://localhost:3000' }, 403],
  ['a subdomain', { origin: consoleOrigin, 'sec-fetch-site': 'same-site' }, 403],
  ['a page without an address', { origin: 'null' }, 403],
  ['no browser', {}, 403],
])('a call from %s', async (_who, headers, status) => {
  const cookie = await site.signedIn('manager');
  expect((await site.call('readSession', {}, { cookie, headers })).status).toBe(status);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
  'a form cannot make a call as %s',
  async (type) => {
    const headers = { origin: consoleOrigin, 'content-type': type };
    const cookie = await site.signedIn('manager');
    expect(await site.call('signOutEverywhere', {}, { cookie, headers })).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    });
    expect((await site.call('readSession', {}, { cookie })).status).toBe(200);
  },
);

test('a call by GET, one that is not there and one with a broken body are refused as JSON', async () => {
  const cookie = await site.signedIn('manager');
  const headers = { origin: consoleOrigin, cookie, 'content-type': 'application/json' };
  for (const [method, url, payload] of [
    ['GET', '/api/session', ''],
    ['POST', '/api/nothing', '{}'],
    ['POST', '/api/session', '{'],
  ] as const) {
    const { statusCode, body } = await site.app.inject({ method, url, headers, payload });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(JSON.parse(body)).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
    });
  }
});

test('a refusal names the field and not what was in it', async () => {
  const cookie = await site.signedIn('support');
  const asked = { by: 'number', text: '9876543210', reason: '' };
  const { status, body } = await site.call('findPerson', asked, { cookie });
  expect([status, body]).toEqual([
    400,
    { code: 'invalid', message: 'Check what you entered: reason.' },
  ]);
});

test('an answer is never kept, and the page cannot be framed or run foreign scripts', async () => {
  const { headers } = await site.call('startSignIn', {});
  expect(headers['cache-control']).toBe('no-store');
  const page = await site.app.inject('/people');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Console</title>');
  expect(page.headers).toMatchObject({
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect((await site.app.inject('/assets/app.js')).headers['cache-control']).toContain('immutable');
  expect((await site.app.inject('/assets/gone.js')).statusCode).toBe(404);
  expect((await site.app.inject('/../package.json')).body).not.toContain('"version"');
});

test('whose session ends while the body is on its way makes no call', async () => {
  const name = 'Slow sender';
  const cookie = await site.signedIn('viewer', name);
  const close = { campaign: server.campaign.id, name, at: server.time.wall };
  const sending = async function* () {
    yield '{';
    await transaction(server.database, (connection) => closeAccount(connection, close));
    yield '}';
  };
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: '/api/session',
    headers: {
      origin: consoleOrigin,
      cookie,
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    },
    payload: Readable.from(sending()),
  });
  expect(statusCode).toBe(401);
});

test('an address that is not understood is not sent back, and connections have an end', async () => {
  const { statusCode, body, headers } = await site.app.inject('/%E0%A4%secret');
  expect([statusCode, body]).toEqual([400, 'Not understood.\n']);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(site.app.server.maxConnections).toBe(connectionLimits.connectionsMax);
});

test('over https the cookie is bound to the host, and scripts never see it', async () => {
  const origin = 'https://console.win.example';
  const at = server.time.wall;
  const account = { name: 'Over https', role: 'viewer' } as const;
  const { id: own } = await openAccount(server.database, {
    campaign: server.campaign.id,
    ...account,
    at,
  });
  const token = 'c'.repeat(43);
  const roles = [{ campaign: server.campaign.id, role: account.role }];
  const signInLink = { token, account: { id: own, name: account.name, roles } };
  const secure = await testConsole(server, { origin, signInLink });
  onTestFinished(() => secure.close());
  const { headers } = await secure.call('enterByLink', { token }, { headers: { origin } });
  expect(headers['set-cookie']).toMatch(
    /^__Host-inaam-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(headers['strict-transport-security']).toContain('max-age=31536000');
});

test('what a handler answers beyond the contract is not sent, and fails its test', async () => {
  const campaign = { name: 'Biscuit', color: '#8c1b13' };
  const listed = { campaign, company: null, hasPasskeys: true };
  vi.spyOn(consoleHandlers, 'readSignInWays').mockImplementation(async () => {
    const answer = { ...listed, secret: 'of nobody' };
    return answer;
  });
  const { status, body } = await site.call('readSignInWays', {});
  expect({ status, body }).toEqual({ status: 200, body: listed });
  expect(takeUnexpected()).toEqual([expect.stringContaining('Unrecognized key: "secret"')]);
});
