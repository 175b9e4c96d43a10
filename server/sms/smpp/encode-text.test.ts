import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText } from './smpp-provider.ts';

test.each([
  ['160 septets', 'x'.repeat(160), 0, [160]],
  ['161 septets', 'x'.repeat(161), 0, [153, 8]],
  [
    'a letter of two septets that would be torn apart',
    `${'x'.repeat(152)}€${'x'.repeat(20)}`,
    0,
    [152, 22],
  ],
  ['70 letters of UCS-2', 'अ'.repeat(70), 8, [140]],
  ['71 letters of UCS-2', 'अ'.repeat(71), 8, [134, 8]],
  [
    'a pair of UCS-2 that would be torn apart',
    `${'अ'.repeat(66)}🎁${'अ'.repeat(10)}`,
    8,
    [132, 24],
  ],
])('%s', (_, text, dataCoding, lengths) => {
  const encoded = encodeText(text);
  expect(encoded.dataCoding).toBe(dataCoding);
  expect(encoded.segments.map(({ length }) => length)).toEqual(lengths);
});

test('letters have the codes of GSM 7 bit', () => {
  expect(encodeText('@_$é€[').segments[0]?.toString('hex')).toBe('001102051b651b3c');
});

test('no text is lost, whatever its letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { dataCoding, segments } = encodeText(`अ${text}`);
      expect(dataCoding).toBe(8);
      const all = segments.map((segment) => Buffer.from(segment).swap16().toString('utf16le'));
      expect(all.join('')).toBe(`अ${text}`);
    }),
  );
});
