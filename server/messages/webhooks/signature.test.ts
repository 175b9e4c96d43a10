import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureOf } from './post.ts';

const keys = [new Uint8Array(24).fill(1), new Uint8Array(24).fill(2)];
const hashOf = (key: Uint8Array) =>
  createHmac('sha256', key).update('event-1.1750000000.{"a":1}').digest('base64');

test.each([
  [1, 1_750_000_000_000],
  [2, 1_750_000_000_999],
])('with %i keys an event is signed with each, to the second', (count, now) => {
  const signed = keys.slice(0, count);
  expect(signatureOf('event-1', '{"a":1}', signed, now)).toEqual({
    'webhook-id': 'event-1',
    'webhook-timestamp': '1750000000',
    'webhook-signature': signed.map((key) => `v1,${hashOf(key)}`).join(' '),
  });
});
