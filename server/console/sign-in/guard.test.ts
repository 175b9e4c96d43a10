// Locks after too many failures, and limits for endless requests.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asked, ConsolePeople, minute } from '@inaam/testing/server/console/console-people.ts';
import { SoftwareAuthenticator } from '@inaam/testing/server/console/software-authenticator.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { openChallengesMax } from './sessions.sql.ts';
import { triesMax } from './guard.ts';
import { newToken } from './tokens.ts';

let people: ConsolePeople;
beforeAll(async () => {
  people = await ConsolePeople.open();
});
afterAll(() => people.close());

test('endless requests for challenges end the oldest, and lock nobody out', async () => {
  const { person, device } = await people.member();
  const first = await people.newChallenge(person);
  const { rowCount } = await people.server.database.query(
    `insert into inaam.console_challenge (hash, campaign, expires_at)
     select sha256(n::text::bytea), 'biscuit-2025', to_timestamp($1 / 1000.0)
     from generate_series(1, $2::integer) n`,
    [people.server.time.wall + 5 * minute + 1, openChallengesMax],
  );
  expect(rowCount).toBe(openChallengesMax);
  const second = await people.newChallenge(person);
  const { rows } = await people.server.database.query(
    'select count(*)::integer from inaam.console_challenge',
  );
  expect(rows).toEqual([{ count: openChallengesMax }]);
  const early = device.signIn(asked(first));
  expect((await people.site.call('finishSignIn', { response: early }, person)).status).toBe(409);
  const late = device.signIn(asked(second));
  expect((await people.site.call('finishSignIn', { response: late }, person)).status).toBe(200);
  await people.server.database.query('delete from inaam.console_challenge');
});

test('one address can ask for few challenges without a sign-in, and end no others by it', async () => {
  const { person, device } = await people.member();
  const first = await people.newChallenge(person);
  const stranger = people.newPerson();
  for (let asked = 1; asked <= triesMax.start; asked += 1) {
    expect((await people.site.call('startSignIn', {}, stranger)).status).toBe(200);
  }
  expect(await people.site.call('startSignIn', {}, stranger)).toMatchObject({
    status: 429,
    body: { code: 'locked' },
  });
  const response = device.signIn(asked(first));
  expect((await people.site.call('finishSignIn', { response }, person)).status).toBe(200);
  const office = { ...person, address: stranger.address };
  people.server.time.wall += 15 * minute;
  for (let times = 1; times <= triesMax.start; times += 29) {
    for (let asked = 1; asked < 30; asked += 1) await people.newChallenge(office);
    expect((await people.signIn(office, device)).status).toBe(200);
  }
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
  const startFrom = async (forwarded: string, address = '::ffff:a00:7') => {
    const headers = { origin: consoleOrigin, 'x-forwarded-for': forwarded };
    return (await proxied.call('startSignIn', {}, { address, headers })).status;
  };
  try {
    for (let port = 1; port <= triesMax.start; port += 1) {
      expect(await startFrom(`198.51.100.${port}, 203.0.113.5:${port}, 10.0.0.8:443`)).toBe(200);
    }
    for (const spelled of ['203.0.113.5', '[::ffff:203.0.113.5]:1', '::FFFF:cb00:7105']) {
      expect(await startFrom(spelled)).toBe(429);
    }
    expect(await startFrom('203.0.113.6:51008')).toBe(200);
    expect(proxied.logged()).not.toContain('TRUSTED_PROXIES');
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.8']) {
      expect(await startFrom('203.0.113.5', address)).toBe(200);
    }
    expect(proxied.logged().match(/not in TRUSTED_PROXIES/g)).toHaveLength(1);
  } finally {
    await proxied.close();
  }
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
