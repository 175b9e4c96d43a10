// Single sign-on at a real OpenID Connect provider on loopback.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { signInReturnPath } from '@inaam/contract/console/sign-in.ts';
import {
  asked,
  ConsolePeople,
  minute,
  type Person,
} from '@inaam/testing/server/console/console-people.ts';
import {
  startTestProvider,
  type TestProvider,
  type TestProviderClient,
} from '@inaam/testing/server/console/openid-provider.ts';
import {
  backWith,
  begunBy,
  parameterOf,
  settingsFor,
} from '@inaam/testing/server/console/single-sign-on.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { signInAtProvider } from '@inaam/testing/server/delivery/faulty-provider.ts';
import { triesMax } from '@inaam/server/console/sign-in/guard.ts';
import { newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { createOpenIdProvider } from './openid-provider.ts';

const returnTo = `${consoleOrigin}${signInReturnPath}`;
const intranet: TestProviderClient = {
  id: 'intranet',
  secret: 'of-the-intranet-alone',
  returnTo: 'http://localhost:8099/back',
};
const stranger = 'nobody-here-knows';
const colleagues = [
  ...Array.from({ length: 40 }, (_, at) => ({
    subject: `colleague-${at}`,
    email: `colleague-${at}@tea.example`,
    isVerified: true,
  })),
  { subject: 'unverified', email: 'unverified@tea.example', isVerified: false },
  { subject: 'namesake', email: 'colleague-0@tea.example', isVerified: true },
  { subject: stranger, email: 'stranger@tea.example', isVerified: true },
];

const consoleProvider = (of: TestProvider) => createOpenIdProvider(settingsFor(of));
const provider = await startTestProvider({ returnTo, colleagues, others: [intranet] });
const people = await ConsolePeople.open(() => ({ openIdProvider: consoleProvider(provider) }));
afterAll(() => provider.stop());
afterAll(() => people.close());

const begin = async (person: Person, token: string | null = null, site = people.site) =>
  begunBy(await site.call('startSingleSignOn', { token }, person));
const finish = (person: Person, response: string, flow: string | undefined, site = people.site) =>
  site.call('finishSingleSignOn', { response }, backWith(person, flow));

async function enter(person: Person, as: string, token: string | null = null) {
  const { address, flow } = await begin(person, token);
  return finish(person, await signInAtProvider(address.href, as), flow);
}

let used = 0;
/** A subject that no other test uses. */
const newSubject = () => `colleague-${(used += 1)}`;

/** A person whose account is bound to a subject of the provider. */
async function bound(role?: string) {
  const person = people.newPerson();
  const subject = newSubject();
  const { status, cookie } = await enter(person, subject, await people.invite(person, role));
  expect(status).toBe(200);
  return { person, subject, cookie };
}

const notAccepted = {
  status: 409,
  body: {
    code: 'refused',
    message: 'This sign-in was not accepted. Open your invitation first, or ask for another one.',
  },
  cookie: undefined,
};
const notBegunHere = {
  status: 409,
  body: { message: expect.stringContaining('begun in another browser') },
  cookie: undefined,
};

test('an invited colleague signs in at the provider, and from then on without the invitation', async () => {
  const { person, subject, cookie } = await bound('auditor');
  const { body } = await people.site.call('readSession', {}, { cookie });
  expect(body).toMatchObject({ account: { name: person.name, role: 'auditor' } });
  expect(await people.statusOf(cookie, 'signOut')).toBe(200);
  expect(await people.statusOf(cookie)).toBe(401);
  const again = await enter(person, subject);
  expect(again.status).toBe(200);
  expect(await people.statusOf(again.cookie)).toBe(200);
  expect((await people.audits(person)).map(({ command }) => command)).toEqual([
    'console invite',
    'console accept',
    'console sign-in',
  ]);
  const { output } = await people.operate('list');
  const listed = JSON.parse(output).accounts.find(({ name }: Person) => name === person.name);
  expect(listed).toMatchObject({ passkeys: 0, identities: 1, sessions: 1 });
});

test('what goes to the provider has PKCE, state and nonce, and nothing of it, no code and no subject is stored or logged', async () => {
  const person = people.newPerson();
  const subject = newSubject();
  const token = await people.invite(person);
  const started = await people.site.call('startSingleSignOn', { token }, person);
  expect(started.headers['set-cookie']).toMatch(
    /^inaam-console-flow=[\w-]{43}\.[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const { address, flow } = await begin(person, token);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    redirect_uri: returnTo,
    scope: 'openid',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    response_mode: 'fragment',
    response_type: 'code',
    client_id: provider.client.id,
    max_age: '1800',
  });
  const response = await signInAtProvider(address.href, subject);
  const { cookie = '', status } = await finish(person, response, flow);
  expect(status).toBe(200);
  const page = await people.site.app.inject(`/sign-in/return?${response}`);
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  const all = await people.everythingStored();
  const code = new URLSearchParams(response).get('code') ?? '';
  const kept = flow.replace(/^.*=/, '').split('.');
  for (const secret of [
    code,
    token,
    subject,
    provider.client.secret,
    cookie.split('=')[1] ?? '',
    ...kept,
    ...['state', 'nonce', 'code_challenge'].map((name) => parameterOf(address, name)),
  ]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(all).not.toContain(secret);
    expect(all).not.toContain(Buffer.from(secret).toString('hex'));
  }
});

test('a return counts once, and of two at the same time one gets in', async () => {
  const { person, subject } = await bound();
  const { address, flow } = await begin(person);
  const response = await signInAtProvider(address.href, subject);
  const both = await Promise.all([1, 2].map(() => finish(person, response, flow)));
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect(await finish(person, response, flow)).toMatchObject(notBegunHere);
});

test('a return that another browser has begun signs nobody in', async () => {
  const attacker = await bound();
  const victim = people.newPerson();
  const { address, flow } = await begin(attacker.person);
  const response = await signInAtProvider(address.href, attacker.subject);
  const own = await begin(victim);
  for (const cookie of [undefined, own.flow, `${own.flow}x`, own.flow.replace(/=.*/, '=')]) {
    expect(await finish(victim, response, cookie)).toMatchObject(notBegunHere);
  }
  const states = `${response}&state=${parameterOf(own.address, 'state')}`;
  expect(await finish(victim, states, own.flow)).toMatchObject(notBegunHere);
  // The victim's flow remains open, and so does the attacker's.
  const other = await bound();
  const back = await signInAtProvider(own.address.href, other.subject);
  expect((await finish(victim, back, own.flow)).status).toBe(200);
  expect((await finish(attacker.person, response, flow)).status).toBe(200);
});

test.each([
  ['of another flow, which has another verifier', () => begin(people.newPerson())],
  [
    'of another client of the provider',
    async () => {
      const { address } = await begin(people.newPerson());
      address.searchParams.set('client_id', intranet.id);
      address.searchParams.set('redirect_uri', intranet.returnTo);
      return { address };
    },
  ],
])('a code %s is refused', async (_what, start) => {
  const { subject } = await bound();
  const attacker = people.newPerson();
  const stolen = await signInAtProvider((await start()).address.href, subject);
  const { address, flow } = await begin(attacker);
  const response = new URLSearchParams({
    code: new URLSearchParams(stolen).get('code') ?? '',
    state: parameterOf(address, 'state'),
    iss: provider.issuer,
  });
  const before = people.site.logged().length;
  expect(await finish(attacker, response.toString(), flow)).toMatchObject(notAccepted);
  expect(people.site.logged().slice(before)).toContain('it answered invalid_grant');
});

test.each([
  ['names another issuer', (fine: URLSearchParams) => fine.set('iss', 'https://evil.example')],
  ['names no issuer', (fine: URLSearchParams) => fine.delete('iss')],
  ['has a second code', (fine: URLSearchParams) => fine.append('code', 'another')],
  ['has no code', (fine: URLSearchParams) => fine.delete('code')],
])('a return that %s is refused', async (_what, spoil) => {
  const { person, subject } = await bound();
  const { address, flow } = await begin(person);
  const response = new URLSearchParams(await signInAtProvider(address.href, subject));
  spoil(response);
  expect(await finish(person, response.toString(), flow)).toMatchObject(notAccepted);
});

test('what the provider says of a colleague is stored nowhere', async () => {
  const { person, subject } = await bound();
  const named = colleagues.find((one) => one.subject === subject);
  expect((await enter(person, subject)).status).toBe(200);
  const stored = await people.everythingStored();
  expect(stored.toLowerCase()).not.toContain('@tea.example');
  expect(stored).not.toContain(named?.subject);
});

test('the same subject of another provider is somebody else', async () => {
  const { person, subject } = await bound();
  const other = await startTestProvider({ returnTo, colleagues });
  const site = await testConsole(people.server, { openIdProvider: consoleProvider(other) });
  onTestFinished(() => other.stop());
  onTestFinished(() => site.close());
  const { address, flow } = await begin(person, null, site);
  const response = await signInAtProvider(address.href, subject);
  const finished = await finish(person, response, flow, site);
  expect(finished).toMatchObject(notAccepted);
});

test('one subject has one account, until it is closed', async () => {
  const { person, subject, cookie } = await bound('viewer');
  const second = people.newPerson();
  expect(await enter(second, subject, await people.invite(second))).toMatchObject(notAccepted);
  expect((await enter(person, subject)).status).toBe(200);
  await people.operate('close', '--name', person.name, '--why', 'has another task');
  expect(await people.statusOf(cookie)).toBe(401);
  expect(await enter(person, subject)).toMatchObject(notAccepted);
  const { cookie: new_ } = await enter(second, subject, await people.invite(second, 'support'));
  const { body } = await people.site.call('readSession', {}, { cookie: new_ });
  expect(body).toMatchObject({ account: { name: second.name, role: 'support' } });
});

test('an account has passkeys and single sign-on, and both end when it is lost or signs out everywhere', async () => {
  const { person, device, cookie } = await people.member();
  const subject = newSubject();
  const added = await enter(person, subject, await people.invite(person));
  expect(await people.statusOf(added.cookie)).toBe(200);
  expect((await people.signIn(person, device)).status).toBe(200);
  expect(await people.statusOf(cookie, 'signOutEverywhere')).toBe(200);
  expect(await people.statusOf(added.cookie)).toBe(401);
  const { cookie: last } = await enter(person, subject);
  expect(await people.statusOf(last)).toBe(200);
  const { address, flow } = await begin(person);
  const response = await signInAtProvider(address.href, subject);
  const token = await people.invite(person, 'support', '--lost');
  expect(await people.statusOf(last)).toBe(401);
  expect(await finish(person, response, flow)).toMatchObject(notAccepted);
  expect((await people.signIn(person, device)).status).toBe(409);
  expect((await enter(person, subject, token)).status).toBe(200);
});

test('who cancels at the provider keeps the invitation', async () => {
  const person = people.newPerson();
  const token = await people.invite(person);
  expect(await enter(person, 'nobody', token)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('cancelled') },
    flow: '',
  });
  expect((await enter(person, newSubject(), token)).status).toBe(200);
});

test('strangers are counted and locked without a reason, and the lock expires', async () => {
  const { person, subject } = await bound();
  const elsewhere = people.newPerson();
  for (let failed = 1; failed <= triesMax.address; failed += 1) {
    expect(await enter(elsewhere, stranger)).toMatchObject(notAccepted);
  }
  expect(await enter(elsewhere, subject)).toMatchObject({ status: 429, body: { code: 'locked' } });
  expect((await enter(person, subject)).status).toBe(200);
  people.server.time.wall += 15 * minute;
  expect((await enter(elsewhere, subject)).status).toBe(200);
  expect(people.site.logged()).toContain('the person has no open account');
});

test('a return that nobody has begun, to which another page may link, locks nobody', async () => {
  const { person, subject } = await bound();
  const own = await begin(person);
  for (let opened = 0; opened <= triesMax.address; opened += 1) {
    for (const flow of [undefined, own.flow]) {
      expect(await finish(person, 'code=any&state=any', flow)).toMatchObject(notBegunHere);
    }
  }
  const back = await signInAtProvider(own.address.href, subject);
  expect((await finish(person, back, own.flow)).status).toBe(200);
});

test('invitations that are none keep nobody at their address from single sign-on', async () => {
  const { person, subject } = await bound();
  const open = async (token: string) =>
    (await people.site.call('startSingleSignOn', { token }, person)).status;
  for (let failed = 1; failed <= triesMax.invitation; failed += 1) {
    expect(await open(newToken())).toBe(409);
  }
  expect(await open(newToken())).toBe(429);
  expect((await enter(person, subject)).status).toBe(200);
});

test.each([
  [10 * minute - 1, 200],
  [10 * minute, 409],
])('a return after %i ms is answered by %i', async (ms, status) => {
  const { person, subject } = await bound();
  const { address, flow } = await begin(person);
  const response = await signInAtProvider(address.href, subject);
  people.server.time.wall += ms;
  expect((await finish(person, response, flow)).status).toBe(status);
});

test('where the company wants it nobody enters with a passkey, and without a provider nobody by one', async () => {
  const { person, device } = await people.member();
  const { subject } = await bound();
  const ways = async (site = people.site) => (await site.call('readSignInWays', {})).body;
  expect(await ways()).toMatchObject({ company: 'Acme Tea', hasPasskeys: true });
  const openIdProvider = consoleProvider(provider);
  const strict = await testConsole(people.server, { openIdProvider, takesPasskeys: false });
  const plain = await testConsole(people.server);
  onTestFinished(() => plain.close());
  onTestFinished(() => strict.close());
  expect(await ways(strict)).toMatchObject({ company: 'Acme Tea', hasPasskeys: false });
  expect((await strict.call('startSignIn', {}, person)).status).toBe(409);
  const response = device.signIn(asked(await people.newChallenge(person)));
  expect((await strict.call('finishSignIn', { response }, person)).status).toBe(409);
  const token = await people.invite(people.newPerson());
  const { body } = await strict.call('startInvitation', { token }, person);
  expect(body).toMatchObject({ options: null, company: 'Acme Tea' });
  const made = { token, response: {} };
  expect((await strict.call('finishInvitation', made, person)).status).toBe(409);
  const { address, flow } = await begin(person, null, strict);
  const back = await signInAtProvider(address.href, subject);
  expect((await finish(person, back, flow, strict)).status).toBe(200);

  expect(await ways(plain)).toMatchObject({ company: null, hasPasskeys: true });
  expect((await plain.call('startSingleSignOn', { token: null }, person)).status).toBe(409);
  expect((await finish(person, back, flow, plain)).status).toBe(409);
});
