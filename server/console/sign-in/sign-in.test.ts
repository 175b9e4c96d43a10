// Signing in with a passkey, with the operator's real commands and software devices.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { asked, ConsolePeople, minute } from '@inaam/testing/server/console/console-people.ts';
import { SoftwareAuthenticator } from '@inaam/testing/server/console/software-authenticator.ts';
import { testConsole } from '@inaam/testing/server/console/test-console.ts';

const people = await ConsolePeople.open();
afterAll(() => people.close());

test('an invited colleague makes a passkey, signs out and signs in with it', async () => {
  const person = people.newPerson();
  const token = await people.invite(person, 'auditor');
  const device = new SoftwareAuthenticator();
  const entered = await people.register(person, token, device);
  expect(entered.status).toBe(200);
  const session = await people.site.call('readSession', {}, { cookie: entered.cookie });
  expect(session.body).toMatchObject({
    account: { name: person.name, role: 'auditor' },
    campaign: { id: 'biscuit-2025', color: '#8c1b13' },
    isDemo: false,
  });
  expect(await people.statusOf(entered.cookie, 'signOut')).toBe(200);
  expect(await people.statusOf(entered.cookie)).toBe(401);
  const again = await people.signIn(person, device);
  expect(again.status).toBe(200);
  expect(await people.statusOf(again.cookie)).toBe(200);
  expect(await people.audits(person)).toEqual([
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

test.each([
  ['of another site', { origin: 'http://localhost:9999' }],
  ['for another host', { rpId: 'example.org' }],
  ['without finger, face or PIN', { isUnverified: true }],
  ['by another key', { isForged: true }],
  ['with a count that was used, as a copied key has', { isCopied: true }],
])('a sign-in %s is refused', async (_what, habits) => {
  const { person, device } = await people.member();
  expect((await people.signIn(person, device)).status).toBe(200);
  expect(await people.signIn(person, device, habits)).toMatchObject({
    status: 409,
    body: { code: 'refused' },
    cookie: undefined,
  });
});

test('of two sign-ins with one count at the same time, one gets in', async () => {
  const { person, device } = await people.member();
  const challenges = [await people.newChallenge(person), await people.newChallenge(person)];
  const responses = challenges.map((challenge, at) =>
    device.signIn(asked(challenge), { isCopied: at > 0 }),
  );
  const ended = await Promise.all(
    responses.map((response) => people.site.call('finishSignIn', { response }, person)),
  );
  expect(ended.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
});

test('a passkey of somebody else cannot be taken over', async () => {
  const { device } = await people.member();
  const person = people.newPerson();
  expect((await people.register(person, await people.invite(person), device)).status).toBe(409);
});

test('a challenge counts once, and only for what it was given for', async () => {
  const { person, device } = await people.member();
  const challenge = await people.newChallenge(person);
  const response = device.signIn(asked(challenge));
  expect((await people.site.call('finishSignIn', { response }, person)).status).toBe(200);
  const next = device.signIn(asked(challenge));
  expect((await people.site.call('finishSignIn', { response: next }, person)).status).toBe(409);
  // The last character has two bits that mean nothing.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const same = challenge.slice(0, -1) + letters[letters.indexOf(challenge.slice(-1)) ^ 1];
  const later = Buffer.from(await people.newChallenge(person), 'base64url');
  later.writeUIntBE(later.readUIntBE(0, 6) + minute, 0, 6);
  for (const forged of [same, later.toString('base64url')]) {
    const answer = device.signIn(asked(forged));
    const { status } = await people.site.call('finishSignIn', { response: answer }, person);
    expect(status).toBe(409);
  }
  const token = await people.invite(person);
  const other = new SoftwareAuthenticator().register(asked(await people.newChallenge(person)));
  expect(
    (await people.site.call('finishInvitation', { token, response: other }, person)).status,
  ).toBe(409);
});

test.each([
  [5 * minute - 1, 200],
  [5 * minute, 409],
])('a challenge after %i ms is answered by %i', async (ms, status) => {
  const { person, device } = await people.member();
  const response = device.signIn(asked(await people.newChallenge(person)));
  people.server.time.wall += ms;
  expect((await people.site.call('finishSignIn', { response }, person)).status).toBe(status);
});

test.each([{}, { id: 'x' }, { response: 'x' }, { id: 'x', rawId: 'x', type: 'public-key' }])(
  'what is not the answer of a passkey, as %j, is refused',
  async (response) => {
    const { address } = people.newPerson();
    expect((await people.site.call('finishSignIn', { response }, { address })).status).toBe(400);
  },
);

test('no token and no challenge is stored, logged or written in the audit log', async () => {
  const person = people.newPerson();
  const token = await people.invite(person);
  const { cookie = '' } = await people.register(person, token, new SoftwareAuthenticator());
  const challenge = await people.newChallenge(person);
  const all = await people.everythingStored();
  for (const secret of [token, cookie.split('=')[1] ?? '', challenge]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  }
  expect(all).not.toContain(person.address);
});

test('a link signs in where the demonstration has given one, and nowhere else', async () => {
  const person = people.newPerson();
  const token = 'a'.repeat(43);
  expect(await people.site.call('enterByLink', { token }, person)).toMatchObject({
    status: 409,
    cookie: undefined,
  });
  const { cookie: own } = await people.member('manager');
  const { body } = await people.site.call('readSession', {}, { cookie: own });
  const { account } = z
    .object({ account: z.object({ id: z.string(), name: z.string(), role: z.literal('manager') }) })
    .parse(body);
  const roles = [{ campaign: people.server.campaign.id, role: account.role }];
  const demo = await testConsole(people.server, {
    signInLink: { token, account: { ...account, roles } },
  });
  onTestFinished(() => demo.close());
  expect(await demo.call('enterByLink', { token: 'b'.repeat(43) }, person)).toMatchObject({
    status: 409,
    cookie: undefined,
  });
  const { cookie } = await demo.call('enterByLink', { token }, person);
  const session = await demo.call('readSession', {}, { cookie });
  expect(session.body).toMatchObject({ account, isDemo: true });
});
