// Breaks every signed call in every way that a client, a proxy or a person can, sent by a shopper
// whose calls otherwise succeed. Each answer follows the protocol, none is a 5xx, and nothing is
// stored.
import { afterAll, describe, expect, test } from 'vitest';
import {
  callPath,
  callNames,
  calls,
  type CallName,
  type CallsOfKind,
} from '@inaam/contract/calls.ts';
import { bodyBytesMax, clockSkewMaxMs } from '@inaam/contract/limits.ts';
import { goodFields } from '@inaam/testing/fuzz/hostile-requests.ts';
import type { Answered } from '@inaam/testing/server/shopper/device.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { tableHashes } from '@inaam/testing/server/database/database-queries.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';

const server = await testServer();
const shopper = new Shopper(server);
await shopper.verify(newMobile(), 'Kerala');
server.time.wall += 61_000;
await shopper.register(newMobile(), 'Goa');
afterAll(() => server.close());

const isSigned = (name: CallName): name is CallsOfKind<'signed'> => calls[name].kind === 'signed';
const signedNames = callNames.filter(isSigned);
const { recordConsent, register, verifyOtp, getCities, editDetails } = goodFields;
const good = { recordConsent, register, verifyOtp, getCities, editDetails };
const goodOf = (name: CallName) => new Map(Object.entries(good)).get(name) ?? {};

/** The tables after the last refusal; undefined after a call that may have stored something. */
let known: Record<string, string> | undefined;

async function refused(
  ask: () => Promise<Answered>,
  statuses: readonly number[],
): Promise<Answered> {
  const before = known ?? (await tableHashes(server.database));
  known = undefined;
  const answer = await ask();
  expect(statuses).toContain(answer.status);
  expect(answer.resp['statusCode']).toBe(answer.status);
  const sentences = Object.values(server.campaign.words('en').messages);
  expect(sentences).toContain(answer.resp['message']);
  known = await tableHashes(server.database);
  expect(known).toEqual(before);
  return answer;
}

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
const flip = (text: string, at: number) =>
  text.slice(0, at) + (text.charAt(at) === 'A' ? 'B' : 'A') + text.slice(at + 1);

/** Ways to break the envelope: what is sent as `data`. Each call: signed-calls.test.ts. */
const agree = { agree: 'YES' };
const envelopes: Record<string, () => string> = {
  nothing: () => '',
  'no dots': () => 'abc',
  'one part too many': () => `${shopper.signed(agree)}.x`,
  'a changed time': () => flip(shopper.signed(agree), 2),
  'a changed payload': () => flip(shopper.signed(agree), 30),
  'a cut signature': () => shopper.signed(agree).slice(0, -3),
  'no signature': () => `${shopper.signed(agree).split('.').slice(0, 2).join('.')}.`,
  'a time long ago': () => shopper.signed(agree, { t: server.time.wall - clockSkewMaxMs - 1 }),
  'a time that is none': () => shopper.signed(agree, { t: Number.NaN }),
  'a negative time': () => shopper.signed(agree, { t: -1 }),
  'spaces in base64': () => ` ${shopper.signed(agree)}`,
};

test.each(Object.entries(envelopes))(
  '[SGN-3] %s is refused as a session that is none',
  async (_, dataOf) => {
    await refused(() => shopper.post('recordConsent', dataOf()), [401]);
  },
);

describe('[VAL-10] signed, and wrong inside', () => {
  test.each(signedNames)('%s with a field that nobody asked for', async (name) => {
    await refused(() => shopper.call(name, { ...goodOf(name), winType: 10 }), [400]);
  });
  test.each(signedNames)('%s with a deep nest', async (name) => {
    await refused(() => shopper.call(name, { ...goodOf(name), limit: nested(500) }), [400]);
  });
  test.each(signedNames)('%s with too much', async (name) => {
    await refused(
      () => shopper.call(name, { ...goodOf(name), limit: 'x'.repeat(bodyBytesMax) }),
      [413],
    );
  });

  const fielded = signedNames.flatMap((name) =>
    Object.keys(goodOf(name)).map((field) => [name, field] as const),
  );
  const junk: readonly unknown[] = [
    null,
    7,
    true,
    [],
    {},
    '',
    ' ',
    '\u0000',
    '😀',
    'x'.repeat(10_000),
    '<b>x</b>',
    "' or 1=1--",
    '../../etc',
    '\ud800',
  ];
  /** Junk that is nevertheless a valid value of a field. */
  const valid: Readonly<Record<string, (value: unknown) => boolean>> = {
    'register.agree1': (value) => value === true,
    'register.limit': (value) => typeof value === 'string' && value.length < bodyBytesMax,
    'editDetails.email': (value) => value === '',
  };
  test.each(fielded)('%s with %s as anything but what it should be', async (name, field) => {
    for (const value of junk) {
      const ask = () => shopper.call(name, { ...goodOf(name), [field]: value });
      if (valid[`${name}.${field}`]?.(value)) {
        expect((await ask()).status).toBe(200);
        known = undefined;
      } else await refused(ask, [400, 413]);
    }
  });
});

describe('[VAL-1][VAL-3][VAL-5][VAL-10] what a person may type', () => {
  test.each([
    ['register', { mobile: '+919876543210' }, 'invalidMobile'],
    ['register', { mobile: '987654321' }, 'invalidMobile'],
    ['register', { mobile: '98765432101' }, 'invalidMobile'],
    ['register', { mobile: '९८७६५४३२१०' }, 'invalidMobile'],
    ['register', { name: 'ab' }, 'invalidName'],
    ['register', { name: 'a'.repeat(36) }, 'invalidName'],
    ['register', { name: 'Asha 🎉 Rao' }, 'invalidName'],
    ['register', { name: 'Asha\u0000Rao' }, 'invalidName'],
    ['register', { state: 'Puducherry' }, 'invalidData'],
    ['verifyOtp', { otp: '12 456' }, 'invalidOtp'],
    ['editDetails', { email: `${'a'.repeat(80)}@b.in` }, 'format'],
    ['editDetails', { gender: 'Male' }, 'invalidGender'],
  ] as const)('%s with %j is %s', async (name, change, messageId) => {
    const answer = await refused(() => shopper.call(name, { ...goodOf(name), ...change }), [400]);
    expect(answer.resp).toMatchObject({ messageId });
  });

  test.each(['रवि कुमार', 'ரவி குமார்', 'রবি', 'محمد علی', 'Zoë', 'Ò Brien', 'A b', '𝒜𝒷𝒸'])(
    'the name %j is accepted',
    async (name) => {
      known = undefined;
      const device = new Shopper(server);
      const mobile = newMobile();
      expect(await device.register(mobile, 'Goa', name)).toMatchObject({ status: 200 });
      await device.verifyWith(await device.code(mobile));
      expect((await device.read('getDetails')).resp['name']).toBe(name.normalize('NFC'));
    },
  );
});

test('[API-2] methods, types and addresses that are none', async () => {
  const before = await tableHashes(server.database);
  for (const name of callNames) {
    const url = callPath(name, shopper.userKey);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      for (const type of [
        'text/html',
        'application/json; x',
        'multipart/form-data',
        'application/x-www-form-urlencoded\t',
        '',
      ]) {
        const headers = { 'content-type': type, authorization: 'Bearer x' };
        const response = await server.app.inject({ method, url, headers, payload: 'x=%00&=&&' });
        expect(response.statusCode).toBeLessThan(500);
      }
    }
  }
  expect(await tableHashes(server.database)).toEqual(before);
});
