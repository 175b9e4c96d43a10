// How the console handles a provider that is down, slow or hostile.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConsolePeople, type Person } from '@inaam/testing/server/console/console-people.ts';
import {
  startFaultyProvider,
  type FaultyProvider,
  type Faults,
} from '@inaam/testing/server/delivery/faulty-provider.ts';
import { backWith, begunBy, parameterOf } from '@inaam/testing/server/console/single-sign-on.ts';
import { consoleOrigin, testConsole } from '@inaam/testing/server/console/test-console.ts';
import { triesMax } from '@inaam/server/console/sign-in/guard.ts';
import { createOpenIdProvider } from './openid-provider.ts';

const hourMs = 3_600_000;
let provider: FaultyProvider;
let people: ConsolePeople;
let member: Person;
let now = 0;
beforeAll(async () => {
  provider = await startFaultyProvider();
  people = await ConsolePeople.open(() => ({ openIdProvider: openIdProvider() }));
  member = people.newPerson();
  await enter(await people.invite(member));
});
beforeEach(() => {
  provider.be({});
});
afterAll(() => provider.stop());
afterAll(() => people.close());

/** Longer than a busy machine takes; shorter for time limits that must pass. */
const patience = { forAnswers: 60, forNone: 2 };

/** A provider that has made no request yet. */
const openIdProvider = (timeoutSeconds = patience.forAnswers) =>
  createOpenIdProvider(
    {
      issuer: provider.issuer,
      clientId: provider.client.id,
      clientSecret: provider.client.secret,
      name: 'Acme Tea',
      maxAgeSeconds: 1800,
      returnTo: `${consoleOrigin}/sign-in/return`,
      timeoutSeconds,
    },
    () => now,
  );

const begin = async (token: string | null = null, site = people.site) =>
  begunBy(await site.call('startSingleSignOn', { token }, member));
const finish = (response: string, flow: string, site = people.site) =>
  site.call('finishSingleSignOn', { response }, backWith(member, flow));

async function enter(token: string | null = null, site = people.site) {
  const { address, flow } = await begin(token, site);
  provider.expectNonce(parameterOf(address, 'nonce'));
  const response = `code=any&state=${parameterOf(address, 'state')}`;
  return finish(response, flow, site);
}

/** Issuers that an inexact comparison takes for the right one. */
const likeIssuer: Readonly<Record<string, (issuer: string) => string>> = {
  'a slash more': (issuer) => `${issuer}/`,
  'another host': (issuer) => issuer.replace('localhost', '127.0.0.1'),
  'a host that begins with it': (issuer) => issuer.replace('localhost', 'localhost.evil.example'),
  'another port': (issuer) => `${issuer}0`,
  'another scheme': (issuer) => issuer.replace('http:', 'https:'),
  'a path': (issuer) => `${issuer}/tenant`,
  'other letters': (issuer) => issuer.replace('localhost', 'LocalHost'),
};

const seconds = () => Math.floor(Date.now() / 1000);

test.each<[string, () => Faults, string]>([
  ['a wrong nonce', () => ({ claims: { nonce: 'x' } }), 'claim nonce'],
  ['no nonce', () => ({ claims: { nonce: undefined } }), 'OAUTH'],
  ['another issuer', () => ({ claims: { iss: 'https://evil.example' } }), 'claim iss'],
  ...Object.entries(likeIssuer).map(([what, like]): [string, () => Faults, string] => [
    `an issuer with ${what}`,
    () => ({ claims: { iss: like(provider.issuer) } }),
    'claim iss',
  ]),
  ['no issuer', () => ({ claims: { iss: undefined } }), 'OAUTH'],
  ['another audience', () => ({ claims: { aud: 'intranet' } }), 'claim aud'],
  [
    'two audiences, for the other',
    () => ({ claims: { aud: ['intranet', provider.client.id], azp: 'intranet' } }),
    'claim azp',
  ],
  ['an end a while ago', () => ({ claims: { exp: seconds() - 61 } }), 'TIMESTAMP'],
  ['no end', () => ({ claims: { exp: undefined } }), 'OAUTH'],
  ['no subject', () => ({ claims: { sub: undefined } }), 'OAUTH'],
  ['an old authentication', () => ({ claims: { auth_time: seconds() - 1862 } }), 'TIMESTAMP'],
  ['no time of the authentication', () => ({ claims: { auth_time: undefined } }), 'OAUTH'],
  ['the signature of another key', () => ({ signedBy: 'another key' }), 'OAUTH'],
  ['no signature', () => ({ signedBy: 'nobody' }), 'OAUTH'],
  ['alg none', () => ({ signedBy: 'nobody', header: { alg: 'none' } }), 'OAUTH'],
  [
    "alg HS256 by the client's secret",
    () => ({ signedBy: 'hmac', header: { alg: 'HS256', kid: undefined } }),
    'OAUTH',
  ],
  ['an unknown key', () => ({ header: { kid: 'unknown' } }), 'OAUTH'],
])('an ID token with %s signs nobody in', async (_what, faults, reason) => {
  const before = people.site.logged().length;
  const { address, flow } = await begin();
  provider.expectNonce(parameterOf(address, 'nonce'));
  provider.be(faults());
  const response = `code=any&state=${parameterOf(address, 'state')}`;
  expect(await finish(response, flow)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('was not accepted') },
    cookie: undefined,
  });
  expect(people.site.logged().slice(before)).toContain(reason);
  provider.be({});
  expect((await enter()).status).toBe(200);
});

test.each([
  ['an end half a minute ago', () => ({ claims: { exp: seconds() - 30 } })],
  ['an authentication half an hour ago', () => ({ claims: { auth_time: seconds() - 1800 } })],
])('an ID token with %s is good: clocks differ', async (_what, faults) => {
  provider.be(faults());
  expect((await enter()).status).toBe(200);
});

test('what a provider says that it signs with is not believed', async () => {
  provider.be({ metadata: { id_token_signing_alg_values_supported: ['none', 'HS256'] } });
  const site = await testConsole(people.server, { openIdProvider: openIdProvider() });
  onTestFinished(() => site.close());
  for (const faults of [
    { signedBy: 'nobody', header: { alg: 'none' } },
    { signedBy: 'hmac', header: { alg: 'HS256', kid: undefined } },
  ] as const) {
    const { address, flow } = await begin(null, site);
    provider.expectNonce(parameterOf(address, 'nonce'));
    provider.be(faults);
    const response = `code=any&state=${parameterOf(address, 'state')}`;
    const finished = await finish(response, flow, site);
    expect(finished).toMatchObject({ status: 409, cookie: undefined });
  }
});

test.each([
  ['nothing in common', () => 'https://evil.example'],
  ...Object.entries(likeIssuer),
] as const)(
  'a return of a provider whose issuer has %s is refused before its code goes anywhere',
  async (_what, like) => {
    const { address, flow } = await begin();
    const asked = provider.asked('/token');
    const returned = { code: 'any', state: parameterOf(address, 'state') };
    const response = new URLSearchParams({ ...returned, iss: like(provider.issuer) }).toString();
    expect((await finish(response, flow)).status).toBe(409);
    expect(provider.asked('/token')).toBe(asked);
  },
);

const discovery = '/.well-known/openid-configuration';

test.each<[string, Faults]>([
  ['does not answer', { hangs: { path: '/token', after: 'nothing' } }],
  ['stops in the middle of its answer', { hangs: { path: '/token', after: 'headers' } }],
  ['answers 500', { status: { path: '/token', code: 500, body: 'broken' } }],
  ['answers with a page', { status: { path: '/token', code: 200, body: '<html>' } }],
  [
    'does not know the console',
    { status: { path: '/token', code: 401, body: '{"error":"invalid_client"}' } },
  ],
])('a provider that %s is waited for in vain and locks nobody', async (_what, faults) => {
  const timeout = faults.hangs ? patience.forNone : patience.forAnswers;
  const site = await testConsole(people.server, { openIdProvider: openIdProvider(timeout) });
  onTestFinished(() => site.close());
  for (let outages = 0; outages < (faults.hangs ? 2 : triesMax.address + 1); outages += 1) {
    const { address, flow } = await begin(null, site);
    provider.be(faults);
    const response = `code=any&state=${parameterOf(address, 'state')}`;
    const finished = await finish(response, flow, site);
    expect([finished.status, finished.body]).toEqual([
      503,
      {
        code: 'busy',
        message:
          'The sign-in of Acme Tea does not work just now. Try again later, or use a passkey.',
      },
    ]);
    await expect.poll(() => provider.hanging()).toBe(0);
    provider.be({});
  }
  expect((await enter(null, site)).status).toBe(200);
});

test.each<[string, Faults]>([
  ['does not answer', { hangs: { path: discovery, after: 'nothing' } }],
  ['is not there', { status: { path: discovery, code: 404, body: '' } }],
])('while a provider %s passkeys go on, and it is asked again', async (_what, faults) => {
  provider.be(faults);
  const timeout = faults.hangs ? patience.forNone : patience.forAnswers;
  const site = await testConsole(people.server, { openIdProvider: openIdProvider(timeout) });
  onTestFinished(() => site.close());
  const start = () => site.call('startSingleSignOn', { token: null }, member);
  expect((await start()).status).toBe(503);
  await expect.poll(() => provider.hanging()).toBe(0);
  expect((await site.call('startSignIn', {}, member)).status).toBe(200);
  provider.be({});
  expect((await enter(null, site)).status).toBe(200);
});

test.each([
  ['nothing in common', () => 'https://evil.example'],
  ...Object.entries(likeIssuer),
] as const)(
  'a provider that names an issuer with %s in its configuration is not used',
  async (_what, like) => {
    provider.be({ metadata: { issuer: like(provider.issuer) } });
    const site = await testConsole(people.server, { openIdProvider: openIdProvider() });
    onTestFinished(() => site.close());
    const start = () => site.call('startSingleSignOn', { token: null }, member);
    expect(await start()).toMatchObject({ status: 503, flow: undefined });
    provider.be({});
    expect((await enter(null, site)).status).toBe(200);
  },
);

test('the provider is discovered once an hour, once for all who ask, and what was found outlasts an outage', async () => {
  const site = await testConsole(people.server, { openIdProvider: openIdProvider() });
  onTestFinished(() => site.close());
  const before = provider.asked(discovery);
  const asked = () => provider.asked(discovery) - before;
  await Promise.all([begin(null, site), begin(null, site), begin(null, site)]);
  expect(asked()).toBe(1);
  now += hourMs - 1;
  await begin(null, site);
  expect(asked()).toBe(1);
  now += 1;
  provider.be({ status: { path: discovery, code: 500, body: '' } });
  await begin(null, site);
  expect(asked()).toBe(2);
  provider.be({});
  provider.changeKey();
  expect((await enter(null, site)).status).toBe(200);
  expect(asked()).toBe(3);
});

test('a provider without fragments sends the code in the query', async () => {
  provider.be({ metadata: { response_modes_supported: ['query', 'form_post'] } });
  const site = await testConsole(people.server, { openIdProvider: openIdProvider() });
  onTestFinished(() => site.close());
  expect((await begin(null, site)).address.searchParams.has('response_mode')).toBe(false);
  provider.be({});
  expect((await enter(null, site)).status).toBe(200);
});
