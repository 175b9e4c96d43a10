// Recipients as the console sets them, and the test message.
import { afterAll, beforeEach, expect, test } from 'vitest';
import { consoleCalls } from '@inaam/contract/console/calls.ts';
import { recipientsMax } from '@inaam/contract/console/alerts.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';
import { startMailReceiver } from '@inaam/testing/server/delivery/mail-receiver.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { verifyMail } from './send-mail.ts';

const server = await testServer();
const mailbox = await startMailReceiver({ refuses: 'gone@brand.example' });
const opened = await testConsole(server, { mail: mailbox.mail });
const manager = await opened.signedIn('manager');
beforeEach(async () => {
  await server.database.query('delete from inaam.alert_recipient');
});
afterAll(async () => {
  await opened.close();
  await mailbox.close();
  await server.close();
});

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
  const { mail } = receiver;
  expect(await verifyMail(mail)).toEqual({ isTaken: true, reason: '' });
  const login = { user: 'inaam', pass: 'wrong' };
  expect(await verifyMail({ ...mail, login })).toEqual({ isTaken: false, reason: 'EAUTH' });
  const { ca: _ca, ...untrusted } = mail;
  expect(await verifyMail(untrusted)).toMatchObject({ isTaken: false });
  await receiver.close();
  expect(await verifyMail(mail)).toEqual({ isTaken: false, reason: 'ESOCKET' });
});
