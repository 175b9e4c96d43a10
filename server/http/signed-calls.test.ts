// How calls are signed, by whom and when, who may make them, and what bad input gets.
import fc from 'fast-check';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { callPath, callNames, calls, type CallName } from '@inaam/contract/calls.ts';
import { coreCalls } from '@inaam/contract/core-calls.ts';
import { base64OfText, textOfBase64 } from '@inaam/contract/base64.ts';
import { readSigned, sign } from '@inaam/contract/signing.ts';
import { goodFields } from '@inaam/testing/fuzz/hostile-requests.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import { nativeSigningTools } from './routes.ts';

const server = await testServer();
afterAll(() => server.close());

const signedNames = callNames.filter((name) => calls[name].kind === 'signed');
const ofPlugins = callNames.filter((name) => !Object.hasOwn(coreCalls, name));
/** Spec 7, "(bearer token)". Listed here, so that a mistake in the table shows. */
const bearerNames = ['getCities', 'editDetails', 'getDetails', 'getReward', ...ofPlugins] as const;
const good: Partial<Record<CallName, Record<string, unknown>>> = goodFields;

/** Sends a call of its kind, with any token. */
async function ask(shopper: Shopper, name: CallName, token: string | undefined) {
  if (calls[name].kind === 'read') {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await server.app.inject({ url: callPath(name, shopper.userKey), headers });
    return response.statusCode;
  }
  return (await shopper.post(name, shopper.signed(good[name] ?? {}), { token })).status;
}

test('[API-1] the table holds the ten calls of the specification, then those for the rights of a person', () => {
  expect(
    Object.values(coreCalls).map(({ kind, path }) => [kind === 'read' ? 'GET' : 'POST', path]),
  ).toEqual([
    ['POST', 'users'],
    ['POST', 'users/getUserClick'],
    ['POST', 'users/register'],
    ['POST', 'users/resendOtp'],
    ['POST', 'users/verifyOTP'],
    ['GET', 'users/getStates'],
    ['POST', 'users/getCities'],
    ['POST', 'users/editDetails'],
    ['GET', 'users/getDetails'],
    ['POST', 'users/getReward'],
    ['POST', 'users/proveNumber'],
    ['POST', 'users/withdrawConsent'],
    ['POST', 'users/eraseData'],
  ]);
});

test.each(signedNames)(
  '[SGN-3] %s refuses a foreign key, another user key, a changed payload',
  async (name) => {
    const [shopper, other] = [new Shopper(server), new Shopper(server)];
    await shopper.verify(newMobile());
    await other.start();
    const fields = good[name] ?? {};
    const foreign = shopper.signed(fields, { dataKey: other.dataKey });
    const others = other.signed(fields);
    const [time, , tag] = shopper.signed(fields).split('.');
    const [, changed] = shopper.signed({ ...fields, extra: 1 }).split('.');
    for (const data of [foreign, others, `${time}.${changed}.${tag}`, '', 'a.b.c']) {
      const answer = await shopper.post(name, data);
      expect(answer).toMatchObject({ status: 401, resp: { statusCode: 401 } });
      expect(answer.resp).not.toHaveProperty('serverTime');
    }
  },
);

// The protocol's five minutes, as a literal instead of our own constant.
test.each([
  [-300_001, 401],
  [-300_000, 200],
  [300_000, 200],
  [300_001, 401],
])(
  '[SGN-3] a call signed %i ms off the server’s clock is answered %i, and a stale one learns the time',
  async (off, status) => {
    const shopper = new Shopper(server);
    await shopper.start();
    const answer = await shopper.call(
      'recordConsent',
      { agree: 'YES' },
      { t: server.time.wall + off },
    );
    expect(answer.status).toBe(status);
    expect(answer.resp['serverTime']).toBe(status === 401 ? server.time.wall : undefined);
  },
);

test.each(bearerNames)('[ROL-1][EDP-5] %s needs the token of that same session', async (name) => {
  const [shopper, other] = [new Shopper(server), new Shopper(server)];
  await shopper.verify(newMobile());
  await other.verify(newMobile());
  const forged = `${shopper.accessToken?.slice(0, -1)}_`;
  for (const token of [undefined, other.accessToken, forged, 'x'.repeat(43)]) {
    expect(await ask(shopper, name, token)).toBe(401);
  }
  const isCore = Object.hasOwn(coreCalls, name);
  expect(isCore ? [200] : [200, 400]).toContain(await ask(shopper, name, shopper.accessToken));
  server.time.wall += 12 * 3_600_000;
  expect(await ask(shopper, name, shopper.accessToken)).toBe(401);
});

test('[ROL-1] of three tokens of one participant the oldest is dead', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  const tokens: (string | undefined)[] = [];
  for (let verified = 0; verified < 3; verified++) {
    await shopper.verify(mobile);
    tokens.push(shopper.accessToken);
    server.time.wall += 61_000;
  }
  const statuses = [];
  for (const token of tokens) statuses.push(await ask(shopper, 'getDetails', token));
  expect(statuses).toEqual([401, 200, 200]);
});

test('[ROL-2] nothing that a call carries reaches another participant', async () => {
  const [shopper, other] = [new Shopper(server), new Shopper(server)];
  await shopper.verify(newMobile(), 'Goa');
  await other.verify(newMobile(), 'Kerala');
  const address = callPath('getDetails', other.userKey);
  const headers = { authorization: `Bearer ${shopper.accessToken}` };
  expect((await server.app.inject({ url: address, headers })).statusCode).toBe(401);
  const edit = { ...good['editDetails'], name: 'Mallory', mobile: '9', pseudonym: 'x' };
  expect((await shopper.call('editDetails', edit)).status).toBe(400);
  expect((await other.read('getDetails')).resp).toMatchObject({ name: 'Asha Rao' });
});

test('[ENT-4][ENT-6] a known master key gets its own keys back, an unknown one new keys', async () => {
  const shopper = new Shopper(server);
  await shopper.start();
  const { userKey, dataKey } = shopper;
  const again = await shopper.start();
  expect(again.resp).toMatchObject({ token: { userKey, dataKey, accessToken: null } });
  const made = await new Shopper(server).start({ utm_source: 'qrcode', masterKey: `${userKey}x` });
  expect(made.resp['token']).not.toMatchObject({ userKey });
});

test('[ENT-4] a token that is held comes back with its session', async () => {
  const shopper = new Shopper(server);
  await shopper.verify(newMobile());
  expect((await shopper.start()).resp).toMatchObject({
    isLoggedIn: true,
    token: { userKey: shopper.userKey, accessToken: shopper.accessToken },
  });
});

test.each([undefined, '', 'QRCODE', 'qrcode ', 'facebook'])(
  '[ENT-8] a session with utm_source %j is not valid',
  async (source) => {
    const fields = source === undefined ? {} : { utm_source: source };
    expect((await new Shopper(server).start(fields)).resp).toMatchObject({
      statusCode: 200,
      isValidToken: false,
      token: null,
    });
  },
);

test('[ENT-9] a device learns of its pending code until the code is used or expires', async () => {
  const mobile = newMobile();
  const shopper = new Shopper(server);
  await shopper.register(mobile);
  server.time.wall += 15_000;
  expect((await shopper.start()).resp['pending']).toEqual({ resendAfter: 45 });
  expect((await new Shopper(server).start()).resp['pending']).toBeNull();
  server.time.wall += 285_000 - 1;
  expect((await shopper.start()).resp['pending']).toEqual({ resendAfter: 0 });
  server.time.wall += 1;
  expect((await shopper.start()).resp['pending']).toBeNull();
  await shopper.verify(mobile);
  expect((await shopper.start()).resp['pending']).toBeNull();
});

test('[ENT-7] outside the period register, resend and verify are refused, a reward is granted for 24 hours more', async () => {
  const [early, late] = [new Shopper(server), new Shopper(server)];
  const mobile = newMobile();
  await early.verify(newMobile());
  await late.verify(mobile);
  const inside = server.time.campaign;
  onTestFinished(() => void (server.time.campaign = inside));
  server.time.campaign = Date.parse('2025-09-16T00:00:00+05:30');
  for (const name of ['register', 'resendOtp', 'verifyOtp'] as const) {
    const answer = await early.call(name, good[name] ?? {});
    expect(answer).toMatchObject({ status: 403, resp: { statusCode: 403, campaign: 'ended' } });
  }
  expect((await early.start()).resp).toMatchObject({ campaign: 'ended' });
  expect(await early.call('getReward')).toMatchObject({ status: 200 });
  server.time.campaign += 24 * 3_600_000;
  expect(await early.call('getReward')).toMatchObject({ status: 200 });
  expect(await late.call('getReward')).toMatchObject({
    status: 403,
    resp: { campaign: 'ended' },
  });
  server.time.campaign = Date.parse('2025-05-05T23:59:59+05:30');
  expect(await early.call('register', good['register'])).toMatchObject({
    status: 403,
    resp: { campaign: 'notStarted', message: expect.stringContaining('6 May 2025') },
  });
});

test('[SGN-2] the server reads any text as the portable code does', () => {
  const spelling = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc.string({ unit: 'binary' }).map(base64OfText),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.constantFrom('', '=', 'QQ', 'QQ=', 'QR==', 'QQ==\n', '-_8=', '77u/QQ==', '7aCA', 'wIA='),
  );
  fc.assert(
    fc.property(spelling, fc.string({ unit: 'binary' }), (text, key) => {
      expect(nativeSigningTools.textOfBase64(text)).toBe(textOfBase64(text));
      const call = { userKey: 'key', t: 1, fields: { text } };
      const signed = sign(call, key, { letters: 'ab', position: 1 });
      expect(readSigned(signed, key, nativeSigningTools)).toEqual(readSigned(signed, key));
    }),
    { numRuns: 1000 },
  );
});
