// Locks after too many failures, and limits for endless requests.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { asked, ConsolePeople, minute } from '@inaam/testing/server/console/console-people.ts';
import { SoftwareAuthenticator } from '@inaam/testing/server/console/software-authenticator.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { triesMax } from './guard.ts';
import { newToken } from './tokens.ts';

const people = await ConsolePeople.open();
afterAll(() => people.close());

test('a flood of starts ends nobody’s sign-in, and stores nothing', async () => {
  const { person, device } = await people.member();
  const { database } = people.server;
  const stored = () => database.query('select from inaam.console_challenge');
  await database.query('delete from inaam.console_challenge');
  const first = await people.newChallenge(person);
  const strangers = Array.from({ length: 20 }, () => people.newPerson());
  for (let times = 0; times < 55; times += 1) {
    const begun = strangers.map((one) => people.site.call('startSignIn', {}, one));
    for (const { status } of await Promise.all(begun)) expect(status).toBe(200);
  }
  expect((await stored()).rowCount).toBe(0);
  const response = device.signIn(asked(first));
  expect((await people.site.call('finishSignIn', { response }, person)).status).toBe(200);
  expect((await stored()).rowCount).toBe(1);
  people.server.time.wall += 5 * minute;
  expect((await people.signIn(person, device)).status).toBe(200);
  expect((await stored()).rowCount).toBe(1);
});

test('a passkey that fails as often as allowed is locked for 15 minutes, from any address', async () => {
  const { person, device } = await people.member();
  const elsewhere = people.newPerson();
  for (let failed = 1; failed < triesMax.passkey; failed += 1) {
    await people.signIn(person, device, { isForged: true });
  }
  expect((await people.signIn(person, device)).status).toBe(200);
  for (let failed = 1; failed <= triesMax.passkey; failed += 1) {
    expect((await people.signIn(person, device, { isForged: true })).status).toBe(409);
  }
  expect(await people.signIn(elsewhere, device)).toMatchObject({
    status: 429,
    body: { code: 'locked', message: expect.stringContaining('15 minutes') },
  });
  people.server.time.wall += 15 * minute - 1;
  expect((await people.signIn(elsewhere, device)).status).toBe(429);
  people.server.time.wall += 1;
  expect((await people.signIn(elsewhere, device)).status).toBe(200);
});

test('attempts at the same time from one address cannot exceed its limit', async () => {
  const { device, person } = await people.member();
  const elsewhere = people.newPerson();
  const stranger = new SoftwareAuthenticator();
  const max = triesMax.address;
  const attempts = await Promise.all(
    Array.from({ length: max + 5 }, () => people.signIn(elsewhere, stranger)),
  );
  const statuses = attempts.map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(max);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await people.signIn(elsewhere, device)).status).toBe(429);
  const network = { ...elsewhere, address: elsewhere.address.replace(/1$/, 'ffff') };
  expect((await people.signIn(network, device)).status).toBe(429);
  expect((await people.signIn(person, device)).status).toBe(200);
  people.server.time.wall += 15 * minute;
  expect((await people.signIn(elsewhere, device)).status).toBe(200);
});

test('behind a proxy each client has its own lock, however the proxy spells it', async () => {
  const proxied = await testConsole(people.server, { trustedProxies: ['10.0.0.0/8'] });
  const openFrom = async (forwarded: string, address = '::ffff:a00:7') => {
    const headers = { origin: consoleOrigin, 'x-forwarded-for': forwarded };
    const fields = { token: newToken() };
    return (await proxied.call('startInvitation', fields, { address, headers })).status;
  };
  onTestFinished(() => proxied.close());
  for (let port = 1; port <= triesMax.invitation; port += 1) {
    expect(await openFrom(`198.51.100.${port % 250}, 203.0.113.5:${port}, 10.0.0.8:443`)).toBe(409);
  }
  for (const spelled of ['203.0.113.5', '[::ffff:203.0.113.5]:1', '::FFFF:cb00:7105']) {
    expect(await openFrom(spelled)).toBe(429);
  }
  expect(await openFrom('203.0.113.6:51008')).toBe(409);
  expect(proxied.logged()).not.toContain('TRUSTED_PROXIES');
  for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.8']) {
    expect(await openFrom('203.0.113.5', address)).toBe(409);
  }
  expect(proxied.logged().match(/not in TRUSTED_PROXIES/g)).toHaveLength(1);
});

test('invitations that are none lock their address for invitations, and keep nobody from signing in', async () => {
  const { person, device } = await people.member();
  const token = await people.invite(person);
  const open = async (opened: string) =>
    (await people.site.call('startInvitation', { token: opened }, person)).status;
  for (let failed = 1; failed <= triesMax.invitation; failed += 1) {
    expect(await open(newToken())).toBe(409);
  }
  expect(await open(token)).toBe(429);
  expect((await people.signIn(person, device)).status).toBe(200);
  people.server.time.wall += 15 * minute;
  expect(await open(token)).toBe(200);
});

test('a link that is not complete counts for nothing', async () => {
  const person = people.newPerson();
  const token = await people.invite(person);
  const open = (opened: string) => people.site.call('startInvitation', { token: opened }, person);
  for (let opened = 0; opened <= triesMax.invitation; opened += 1) {
    const { status, body } = await open(token.slice(0, opened % token.length));
    expect([status, body]).toEqual([
      409,
      { code: 'refused', message: expect.stringContaining('not complete') },
    ]);
  }
  expect((await open(token)).status).toBe(200);
});
