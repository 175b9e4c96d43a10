import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { anyText } from '@inaam/testing/fuzz/hostile-requests.ts';
import vectorsFile from './fixtures/signing-vectors.json' with { type: 'json' };
import { drawPadding, readSigned, sign } from './signing.ts';

const vectors = z
  .array(
    z.object({
      name: z.string(),
      userKey: z.string(),
      dataKey: z.string(),
      t: z.number(),
      fields: z.record(z.string(), z.unknown()),
      signature: z.string(),
      padding: z.string(),
      position: z.number(),
      data: z.string(),
    }),
  )
  .parse(vectorsFile);

test.each(vectors)('[SGN-1][SGN-2] writes the vector "$name" byte for byte', (vector) => {
  const padding = { letters: vector.padding, position: vector.position };
  expect(sign(vector, vector.dataKey, padding)).toBe(vector.data);
});

test.each(vectors)('[SGN-1][SGN-2] reads and verifies the vector "$name"', (vector) => {
  const { userKey, t, fields, dataKey } = vector;
  expect(readSigned(vector.data, dataKey)).toMatchObject({ userKey, t, fields });
});

const anyCall = fc.record({
  userKey: fc.stringMatching(/^[A-Za-z0-9_-]{16,40}$/),
  t: fc.integer({ min: 0, max: 4e12 }),
  fields: fc.dictionary(
    fc.string().filter((key) => key !== 'userKey' && key !== 't' && key !== '__proto__'),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean()),
  ),
});
const anyDataKey = fc.stringMatching(/^[A-Za-z0-9_-]{32,64}$/);
const anyPadding = fc.record({
  letters: fc.stringMatching(/^[A-Za-z0-9]{2,8}$/),
  position: fc.integer({ min: 1, max: 6 }),
});

test('[SGN-2] a signed call verifies for every position of the padding', () => {
  fc.assert(
    fc.property(anyCall, anyDataKey, anyPadding, (call, dataKey, padding) => {
      const read = readSigned(sign(call, dataKey, padding), dataKey);
      expect(read).toMatchObject({ userKey: call.userKey, t: call.t });
      expect({ ...read?.fields }).toEqual({ ...call.fields });
    }),
  );
});

test('[SGN-3] a changed character anywhere outside the padding is refused', () => {
  const call = { userKey: 'uk_0123456789abcdef', t: 1_746_500_000_000, fields: { otp: '123456' } };
  const dataKey = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1e';
  const data = sign(call, dataKey, { letters: '--', position: 3 });
  const padded = data.lastIndexOf('.') + 1 + 3;
  fc.assert(
    fc.property(
      fc.nat(data.length - 1),
      fc.constantFrom(...Array.from('aZ09+/=.f')),
      (at, letter) => {
        fc.pre(data.charAt(at) !== letter && (at < padded || at >= padded + 2));
        const changed = data.slice(0, at) + letter + data.slice(at + 1);
        expect(readSigned(changed, dataKey)).toBeUndefined();
      },
    ),
    { numRuns: 1000 },
  );
});

test('[SGN-3] a foreign data key, and a padding outside 2 to 8 or 1 to 6, are refused', () => {
  const call = { userKey: 'uk_0123456789abcdef', t: 1, fields: {} };
  const dataKey = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1e';
  const verdict = (letters: string, position: number, key = dataKey) => {
    return readSigned(sign(call, key, { letters, position }), dataKey) !== undefined;
  };
  // Letters outside hex, so that the padding cannot be taken for the signature.
  expect(verdict('zz', 1)).toBe(true);
  expect(verdict('zzzzzzzz', 6)).toBe(true);
  expect(verdict('z', 1)).toBe(false);
  expect(verdict('zzzzzzzzz', 6)).toBe(false);
  expect(verdict('zz', 0)).toBe(false);
  expect(verdict('zz', 7)).toBe(false);
  expect(verdict('zz', 3, `${dataKey.slice(0, 17)}X${dataKey.slice(18)}`)).toBe(false);
});

const dataKeyOfDevice = 'Zk3vQ9xT2mB7LpR4wYc8HnD5sJ6fGa1e';
/** Signs any head as a device would. */
function signedHead(head: string): string {
  const signature = createHmac('sha256', dataKeyOfDevice.slice(4, 18)).update(head).digest('hex');
  return `${head}.${signature.slice(0, 3)}zz${signature.slice(3)}`;
}
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['nothing', ''],
  ['no payload', 'MQ=='],
  ['a third part', 'MQ==.eyJ1c2VyS2V5IjoiYSIsInQiOjF9.x'],
  ['a time that is no number', 'eA==.eyJ1c2VyS2V5IjoiYSIsInQiOjF9'],
  ['a payload that is no JSON', 'MQ==.eHg='],
  ['a payload that is a list', 'MQ==.W10='],
  ['base64 without its padding', 'MQ.eyJ1c2VyS2V5IjoiYSIsInQiOjF9'],
  ['another time inside than outside', 'Mg==.eyJ1c2VyS2V5IjoiYSIsInQiOjF9'],
  ['no user key inside', 'MQ==.eyJ0IjoxfQ=='],
  ['a user key that is no text', `MQ==.${base64('{"userKey":1,"t":1}')}`],
  ['no time inside', `MQ==.${base64('{"userKey":"a"}')}`],
  ['a time that is text inside', `MQ==.${base64('{"userKey":"a","t":"1"}')}`],
  ['a time with a sign', `${base64('+1')}.eyJ1c2VyS2V5IjoiYSIsInQiOjF9`],
  ['a payload that is text', `MQ==.${base64('"text"')}`],
  ['a payload that is null', `MQ==.${base64('null')}`],
  ['a time of 16 digits', `${base64('1'.repeat(16))}.eyJ1c2VyS2V5IjoiYSIsInQiOjF9`],
])('[SGN-3] %s is not a signed call, even with a right signature', (_, head) => {
  expect(readSigned(signedHead('MQ==.eyJ1c2VyS2V5IjoiYSIsInQiOjF9'), dataKeyOfDevice)).toEqual({
    userKey: 'a',
    t: 1,
    fields: {},
  });
  expect(readSigned(signedHead(head), dataKeyOfDevice)).toBeUndefined();
});

test('[SGN-3] no bytes break the reader, signed or not', () => {
  fc.assert(
    fc.property(anyText(200), (text) => {
      const payload = `MQ==.${base64(text.toWellFormed())}`;
      for (const data of [text, signedHead(text), signedHead(payload)]) {
        expect(readSigned(data, dataKeyOfDevice)?.t ?? 1).toBe(1);
      }
    }),
  );
});

test('[SGN-3] what is not signed is never decoded', () => {
  const payload = base64(JSON.stringify({ userKey: 'a', t: 1, at: 'x'.repeat(9000) }));
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  for (const tag of ['a'.repeat(66), 'a'.repeat(72), 'a'.repeat(9000), '', 'x.y']) {
    expect(readSigned(`MQ==.${payload}.${tag}`, dataKeyOfDevice)).toBeUndefined();
  }
  expect(parse).not.toHaveBeenCalled();
  expect(readSigned(signedHead(`MQ==.${payload}`), dataKeyOfDevice)).toMatchObject({ t: 1 });
  expect(parse).toHaveBeenCalledOnce();
});

test('[SGN-2] paddings are 2 to 8 characters at a position of 1 to 6, each of them drawn', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(1_000_000)), (dice) => {
      const padding = drawPadding((bound) => dice.next().value % bound);
      expect(padding.letters).toMatch(/^[A-Za-z0-9]{2,8}$/);
      expect(padding.position).toBeGreaterThanOrEqual(1);
      expect(padding.position).toBeLessThanOrEqual(6);
      seen.add(`length ${padding.letters.length}`).add(`position ${padding.position}`);
    }),
    { numRuns: 2000 },
  );
  expect(seen.size).toBe(7 + 6);
});
