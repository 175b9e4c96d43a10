import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '@inaam/testing/fuzz/hostile-requests.ts';
import { base64OfText, textOfBase64 } from './base64.ts';
import { isSuccess, readRefusal, unwrapResponse, wrapResponse } from './envelope.ts';

test('[API-3] an answer is read the same way as an object and as base64', () => {
  const resp = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null)),
  );
  fc.assert(
    fc.property(resp, fc.constantFrom('object' as const, 'base64' as const), (answer, encoding) => {
      const text = JSON.stringify(wrapResponse(answer, encoding));
      expect({ ...unwrapResponse(text) }).toEqual({ ...answer });
    }),
  );
});

test.each([
  '',
  '<html>',
  '{"resp":',
  '{}',
  '[]',
  '{"resp":1}',
  '{"resp":"%%"}',
  '{"resp":"W10="}',
  '{"resp":"MQ=="}',
  '{"resp":"bnVsbA=="}',
  '{"resp":[]}',
  '{"resp":null}',
  'null',
])('[ERR-5] %j is no answer', (text) => {
  expect(unwrapResponse(text)).toBeUndefined();
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  ['200', false],
  [undefined, false],
])('[API-4] statusCode %s counts as success: %s', (statusCode, counts) => {
  expect(isSuccess(statusCode)).toBe(counts);
});

test.each([
  [{ statusCode: 401 }, { statusCode: 401, message: '' }],
  [
    { statusCode: 429, messageId: 'tryAgain', message: 'Wait' },
    { statusCode: 429, messageId: 'tryAgain', message: 'Wait' },
  ],
  [
    { statusCode: 401, message: 4, messageId: {}, serverTime: 1.5, campaign: 'x' },
    { statusCode: 401, message: '' },
  ],
  [
    { statusCode: 401, message: '', serverTime: 5 },
    { statusCode: 401, message: '', serverTime: 5 },
  ],
  [
    { statusCode: 403, message: 'Over', campaign: 'ended' },
    { statusCode: 403, message: 'Over', campaign: 'ended' },
  ],
  [
    { statusCode: 403, message: 'Wait', campaign: 'notStarted' },
    { statusCode: 403, message: 'Wait', campaign: 'notStarted' },
  ],
  [
    { statusCode: 503, message: 'Wait', campaign: 'paused', extra: 1 },
    { statusCode: 503, message: 'Wait', campaign: 'paused' },
  ],
  [
    { statusCode: 428, message: 'Prove', challenge: { parameters: {} } },
    { statusCode: 428, message: 'Prove', challenge: { parameters: {} } },
  ],
  [
    { statusCode: 428, message: 'Prove', challenge: null },
    { statusCode: 428, message: 'Prove', challenge: null },
  ],
])('[ERR-3][ERR-4] %j refuses', (resp, refusal) => {
  expect(readRefusal(resp)).toStrictEqual(refusal);
});

test.each([
  {},
  { message: 'No' },
  { statusCode: '401' },
  { statusCode: 200 },
  { statusCode: null },
  { statusCode: 401.5, message: 'No' },
])('[API-4][ERR-5] %j refuses nothing', (resp) => {
  expect(readRefusal(resp)).toBeUndefined();
});

test('base64 matches that of the platform and round-trips', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const spelling = base64OfText(text);
      expect(spelling).toBe(Buffer.from(text, 'utf8').toString('base64'));
      expect(textOfBase64(spelling)).toBe(text.toWellFormed());
    }),
  );
});

test.each(['QQ', 'QQ=', 'QR==', 'QQ==\n', '/w==', 'wIA=', '=', 'Q Q='])(
  '%j is no canonical base64',
  (spelling) => {
    expect(textOfBase64(spelling)).toBeUndefined();
  },
);
