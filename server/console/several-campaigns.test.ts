// One console with several campaigns of one database: who may do what where.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import { serverOnDatabase, testSecrets } from '@inaam/testing/server/app/server-on-database.ts';
import type { TestServer } from '@inaam/testing/server/app/test-server.ts';
import { durableTestDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import {
  consoleOrigin,
  testConsole,
  type TestConsole,
} from '@inaam/testing/server/console/test-console.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../database/database.ts';
import { numberKeysOf } from '../platform/keys.ts';
import { startSession } from './sign-in/session.ts';

/** Asha is a viewer of the first and a manager of the second, and has no role in the third. */
const [first, second, third] = ['biscuit-2025', 'goli-soda-2026', 'tea-demo'];
const notThere = 'no-such-campaign';

let server: TestServer;
let site: TestConsole;
let asha: string;
beforeAll(async () => {
  server = await serverOnDatabase(await durableTestDatabase());
  const furtherCampaigns = [];
  for (const id of [second, third]) {
    furtherCampaigns.push({
      campaign: await loadCampaign(id),
      keys: numberKeysOf(testSecrets, id),
    });
  }
  site = await testConsole(server, { furtherCampaigns });
  asha = await site.signedIn('viewer', 'Asha Rao');
  await give('Asha Rao', 'manager', second);
});
afterAll(() => server.close());
afterAll(() => site.close());

const operate = (...words: string[]) => operateIn(first, ...words);
const operateIn = (campaign: string, ...words: string[]) =>
  runOperatorInProcess(['console', ...words, '--why', 'a test', '--by', 'ravi', '--json'], {
    variables: {
      DATABASE_URL: server.databaseUrl,
      CONSOLE_ORIGIN: consoleOrigin,
      CAMPAIGN: campaign,
    },
    wall: () => server.time.wall,
  });
const give = (name: string, role: string, campaign: string) =>
  operate('invite', '--name', name, '--role', role, '--campaign', campaign);

const callIn = (campaign: string | undefined, name: ConsoleCallName, fields: object = {}) =>
  site.call(name, fields, {
    cookie: asha,
    headers: { origin: consoleOrigin, ...(campaign !== undefined && { 'x-campaign': campaign }) },
  });

const audits = { by: null, command: null, from: null, until: null, before: null, max: 9 };

test.each([
  [first, 'readSession', {}, 200],
  [first, 'readStock', {}, 200],
  [first, 'readAudits', audits, 403],
  [second, 'readSession', {}, 200],
  [second, 'readStock', {}, 200],
  [second, 'readAudits', audits, 200],
  [third, 'readSession', {}, 403],
  [third, 'readStock', {}, 403],
  [third, 'readAudits', audits, 403],
  [third, 'signOutEverywhere', {}, 403],
  [notThere, 'readStock', {}, 403],
  [undefined, 'readSession', {}, 200],
  [undefined, 'readStock', {}, 400],
  ['', 'readStock', {}, 403],
  [`${first}, ${second}`, 'readStock', {}, 403],
] as const)('a viewer of one campaign and manager of another, in %s: %s', async (...row) => {
  const [campaign, name, fields, status] = row;
  expect((await callIn(campaign, name, fields)).status).toBe(status);
});

test('nobody can tell a campaign without a role from one that is not there', async () => {
  for (const name of ['readSession', 'readStock', 'findPerson'] as const) {
    const [foreign, absent] = [await callIn(third, name), await callIn(notThere, name)];
    expect([foreign.status, foreign.body]).toEqual([absent.status, absent.body]);
  }
});

test('a session lists the campaigns with their roles, and answers for the one that is named', async () => {
  const campaigns = [
    { id: first, role: 'viewer' },
    { id: second, role: 'manager' },
  ];
  expect((await callIn(undefined, 'readSession')).body).toMatchObject({
    account: { role: 'viewer' },
    campaign: { id: first },
    campaigns,
  });
  expect((await callIn(second, 'readSession')).body).toMatchObject({
    account: { role: 'manager' },
    campaign: { id: second },
    campaigns,
  });
});

test('each campaign has its own data, and its own log of what was done in it', async () => {
  const search = { by: 'number', text: '9876543210', reason: 'a test of two campaigns' };
  expect((await callIn(second, 'findPerson', search)).status).toBe(404);
  const { rows } = await server.database.query<{ campaign: string; command: string }>(
    `select campaign, command from inaam.audit where operator = 'Asha Rao'`,
  );
  expect(rows).toEqual([{ campaign: second, command: 'console person find' }]);
  const { body } = await callIn(second, 'readAudits', { ...audits, by: 'Asha Rao' });
  expect(body).toMatchObject({
    rows: [{ what: 'Looked up a person' }],
  });
});

test('a role in a further campaign is given, refused and taken back by commands', async () => {
  await site.signedIn('support', 'Ravi Nair');
  expect(await give('Nobody', 'viewer', second)).toMatchObject({ exit: 1 });
  expect(await give('Ravi Nair', 'viewer', first)).toMatchObject({ exit: 1 });
  expect(await give('Ravi Nair', 'viewer', notThere)).toMatchObject({ exit: expect.any(Number) });
  expect((await give('Ravi Nair', 'viewer', second)).json()).toMatchObject({ result: 'changed' });
  expect((await give('Ravi Nair', 'viewer', second)).json()).toMatchObject({ result: 'already' });
  expect((await give('Ravi Nair', 'manager', second)).exit).toBe(1);
  const inSecond = { DATABASE_URL: server.databaseUrl, CAMPAIGN: second };
  const listed = await runOperatorInProcess(['console', 'list', '--json'], { variables: inSecond });
  expect(listed.json()).toMatchObject({
    accounts: expect.arrayContaining([
      expect.objectContaining({ name: 'Asha Rao', role: 'manager', alsoIn: first }),
      expect.objectContaining({ name: 'Ravi Nair', role: 'viewer', alsoIn: first }),
    ]),
  });
  const taken = await operate('close', '--name', 'Ravi Nair', '--campaign', second);
  expect(taken.json()).toMatchObject({ result: 'changed', role: null });
});

test('that somebody came or left is in the log of each campaign of the account', async () => {
  const { database, time } = server;
  const name = 'Lata Iyer';
  const cookie = await site.signedIn('viewer', name);
  await give(name, 'support', second);
  const headers = { origin: consoleOrigin, 'x-campaign': second };
  const left = await site.call('signOutEverywhere', {}, { cookie, headers });
  expect(left).toMatchObject({ status: 200 });
  const found = await database.query<{ id: string }>(
    'select id from inaam.console_account where name = $1',
    [name],
  );
  const roles = [
    { campaign: first, role: 'viewer' as const },
    { campaign: second, role: 'support' as const },
  ];
  const account = { id: found.rows[0]?.id ?? '', name, roles };
  const start = { account, command: 'came', reason: 'a test', visitor: { session: undefined } };
  const clocks = { wall: () => time.wall, campaign: () => time.campaign };
  await transaction(database, (connection) => startSession({ clocks }, connection, start));
  const { rows } = await database.query(
    'select command, campaign from inaam.audit where operator = $1 order by 1, 2',
    [name],
  );
  expect(rows).toEqual(
    ['came', 'console sign-out'].flatMap((command) =>
      [first, second].map((campaign) => ({ command, campaign })),
    ),
  );
});

test('only its own campaign invites or closes an account, in all of them; another takes back its role', async () => {
  const cookie = await site.signedIn('viewer', 'Mira Shah');
  const statuses = () =>
    Promise.all(
      [first, second].map(async (campaign) => {
        const headers = { origin: consoleOrigin, 'x-campaign': campaign };
        return (await site.call('readStock', {}, { cookie, headers })).status;
      }),
    );
  const closings = async () => {
    const { rows } = await server.database.query<{ campaign: string }>(
      `select campaign from inaam.audit where command = 'console close'
       and details->>'name' = 'Mira Shah' order by number`,
    );
    return rows.map(({ campaign }) => campaign);
  };
  await give('Mira Shah', 'support', second);
  expect(await statuses()).toEqual([200, 200]);
  const inSecond = (command: string, ...words: string[]) =>
    operateIn(second, command, '--name', 'Mira Shah', ...words);
  for (const lost of [[], ['--lost']]) {
    const invited = await inSecond('invite', '--role', 'support', ...lost);
    expect(invited).toMatchObject({
      exit: 1,
      errors: expect.stringContaining(`CAMPAIGN=${first}`),
    });
  }
  expect((await inSecond('close')).json()).toMatchObject({ result: 'roleEnded' });
  expect([await statuses(), await closings()]).toEqual([[200, 403], [second]]);
  await give('Mira Shah', 'support', second);
  await operate('close', '--name', 'Mira Shah');
  expect([await statuses(), await closings()]).toEqual([
    [401, 401],
    [second, first, second],
  ]);
  expect((await give('Mira Shah', 'support', third)).exit).toBe(1);
});
