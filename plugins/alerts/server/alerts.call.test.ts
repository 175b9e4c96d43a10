// Recipients as the console sets them, and the test message.
import { afterAll, assert, beforeEach, expect, onTestFinished, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';
import { recipientsMax } from '../contract.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { startMailReceiver, trustOnly } from '../testing/mail-receiver.ts';
import { readHeldRights, rightsOf } from '@inaam/testing/server/plugins.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { alerts } from '../plugin.ts';
import { verifyMail } from './send-mail.ts';

const server = await testServer();
const mailbox = await startMailReceiver({ refuses: 'gone@brand.example' });
const opened = await testConsole(server, { variables: mailbox.variables });
const manager = await opened.signedIn('manager');
beforeEach(async () => {
  await server.database.query('delete from inaam.alert_recipient');
});
afterAll(() => server.close());
afterAll(() => mailbox.close());
afterAll(() => opened.close());

const good = {
  id: null,
  name: 'Asha',
  target: 'asha@brand.example',
  kinds: ['stock', 'stock', 'budget'],
  reportHour: 9,
  reason: 'she asked for it',
};
const save = (change: object = {}, console = opened) =>
  console.call('saveRecipient', { ...good, ...change }, { cookie: manager });
async function shown(cookie = manager) {
  const { body } = await opened.call('readAlerts', {}, { cookie });
  return consoleCalls.readAlerts.answer.parse(body).recipients;
}
async function idOf(name: string): Promise<string> {
  return (await shown()).find((one) => one.name === name)?.id ?? '';
}

test.each([
  ['readAlerts', consoleRoles],
  ['saveRecipient', ['manager']],
  ['removeRecipient', ['manager']],
  ['testRecipient', ['manager']],
] as const)('%s is for %j', (name, may) => {
  expect(consoleCalls[name].may).toEqual(may);
});

test('a recipient is added, changed, read and removed; the audit log has no address', async () => {
  expect(await save()).toMatchObject({ status: 200, body: { message: 'Asha is added.' } });
  await save({ name: 'brand channel', target: 'brand@brand.example' });
  expect(await shown()).toMatchObject([
    { name: 'Asha', target: 'asha@brand.example', kinds: ['stock', 'budget'], reportHour: 9 },
    { name: 'brand channel', target: 'brand@brand.example' },
  ]);
  const viewer = await opened.signedIn('viewer');
  expect((await shown(viewer)).map(({ target }) => target)[0]).toBe('a…@brand.example');
  const id = await idOf('Asha');
  const change = { id, name: 'Asha R', target: null, reportHour: null };
  expect(await save(change)).toMatchObject({ body: { message: 'Asha R is changed.' } });
  expect((await shown())[0]).toMatchObject({ target: 'asha@brand.example', reportHour: null });
  const removal = { id, reason: 'she has left' };
  const remove = () => opened.call('removeRecipient', removal, { cookie: manager });
  expect(await remove()).toMatchObject({ body: { message: 'Asha R is removed.' } });
  expect((await remove()).status).toBe(404);
  expect((await save({ id })).status).toBe(404);
  const { rows } = await server.database.query(
    `select command, details from inaam.audit where command like 'console alerts%' and command <> 'console alerts test' order by number`,
  );
  const own = rows.slice(-4);
  expect(own.map(({ command }) => command)).toEqual(
    ['add', 'add', 'change', 'remove'].map((word) => `console alerts ${word}`),
  );
  expect(own[2].details).toMatchObject({ recipient: 'Asha R', newTarget: false });
  const { rows: stored } = await server.database.query('select * from inaam.alert_recipient');
  const written = [rows, stored, opened.logged()].map((one) => JSON.stringify(one)).join();
  expect(written).not.toMatch(/asha@|brand@/);
});

test.each([
  [{ target: 'asha' }, /one e-mail address/],
  [{ target: 'asha@brand.example, other@brand.example' }, /one e-mail address/],
  [{ target: 'asha@brand.example\r\nBcc: other@brand.example' }, /one e-mail address/],
  [{ target: '"asha b"@brand.example' }, /one e-mail address/],
  [{ target: `${'a'.repeat(250)}@brand.example` }, /target/],
  [{ kinds: [], reportHour: null }, /at least one alert/],
  [{ target: null }, /one e-mail address/],
  [{ name: 'As\u0007ha' }, /invisible/],
  [{ name: '' }, /name/],
  [{ reportHour: 24 }, /reportHour/],
  [{ reason: '' }, /reason/],
])('%j is refused', async (change, message) => {
  const answer = await save({ name: 'Refused', ...change });
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { message: expect.stringMatching(message) },
  ]);
  expect(await idOf('Refused')).toBe('');
});

test('a test message says whether it arrived, or why not', async () => {
  const tryIt = async (name: string) => {
    const id = await idOf(name);
    return (await opened.call('testRecipient', { id }, { cookie: manager })).body;
  };
  await save({ name: 'Mail' });
  expect(await tryIt('Mail')).toEqual({ isTaken: true, message: 'The test was sent to Mail.' });
  expect(mailbox.received).toHaveLength(1);
  expect(mailbox.received[0]?.raw).toMatch(/^To: asha@brand\.example\r$/m);
  await save({ name: 'Gone', target: 'gone@brand.example' });
  expect(await tryIt('Gone')).toEqual({
    isTaken: false,
    message: 'The test did not reach Gone: the mail server refuses the address (SMTP 550).',
  });
});

test('without a mail server it says so', async () => {
  const without = await testConsole(server, {});
  const { body } = await save({ name: 'Later' }, without);
  expect(body).toEqual({
    message: 'Later is added. No e-mail is sent until a mail server is set up.',
  });
  const id = await idOf('Later');
  const cookie = manager;
  expect((await without.call('readAlerts', {}, { cookie })).body).toMatchObject({ mailFrom: null });
  expect((await without.call('testRecipient', { id }, { cookie })).body).toMatchObject({
    isTaken: false,
    message: 'The test did not reach Later: no mail server is set up.',
  });
  await without.close();
});

test('there is an end to recipients', async () => {
  for (let count = 0; count < recipientsMax; count += 1) {
    expect((await save({ name: `One ${count}` })).status).toBe(200);
  }
  expect(await save({ name: 'One more' })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/Remove one first/) },
  });
});

test.each([true, false])('TLS from the first byte: %s', async (isSecure) => {
  const receiver = await startMailReceiver({ isSecure });
  onTestFinished(mailbox.trust);
  const { mail } = receiver;
  assert(mail);
  expect(await verifyMail(mail)).toEqual({ isTaken: true, reason: '' });
  const login = { user: 'inaam', pass: 'wrong' };
  expect(await verifyMail({ ...mail, login })).toEqual({ isTaken: false, reason: 'EAUTH' });
  trustOnly();
  expect(await verifyMail({ ...mail, needsTls: true })).toMatchObject({ isTaken: false });
  await receiver.close();
  expect(await verifyMail(mail)).toEqual({ isTaken: false, reason: 'ESOCKET' });
});

test('each role has these rights on its tables and no other', async () => {
  const both = 'alert alert_notice alert_turn';
  const all = 'alert alert_notice alert_recipient alert_turn';
  expect(await readHeldRights(server.database, alerts)).toEqual(
    rightsOf({
      inaam_deliver: {
        select: all,
        insert: both,
        update: 'alert alert_notice alert_recipient/6 alert_turn',
        delete: both,
      },
      inaam_console: { select: all, insert: all, update: all, delete: all },
      inaam_operator: { select: 'alert_recipient', update: 'alert_recipient/1' },
    }),
  );
});
