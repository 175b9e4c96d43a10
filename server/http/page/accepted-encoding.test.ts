import { expect, test } from 'vitest';
import { acceptedEncoding } from './replies.ts';

test.each<[string | undefined, 'br' | 'gzip' | undefined]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0.5', 'gzip'],
  ['br;q=0', undefined],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['x-br, brotli', undefined],
  ['', undefined],
  [undefined, undefined],
])('%j takes %j', (header, encoding) => {
  expect(acceptedEncoding(header, ['br', 'gzip'])).toBe(encoding);
});
