import { expect, test } from 'vitest';
import { acceptedEncoding, cacheByLanguage } from './replies.ts';

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

test('each language is made once, however many ask at the same time', async () => {
  const asked: string[] = [];
  const of = cacheByLanguage(async (language) => {
    asked.push(language);
    return `in ${language}`;
  });
  expect(await Promise.all([of('ta'), of('ta'), of('hi')])).toEqual(['in ta', 'in ta', 'in hi']);
  await of('ta');
  expect(asked).toEqual(['ta', 'hi']);
});

test('what failed is made again for the next visitor', async () => {
  let tries = 0;
  const of = cacheByLanguage(async (language) => {
    tries += 1;
    if (tries === 1) throw new Error('Failed to compress.');
    return language;
  });
  await expect(of('ta')).rejects.toThrow('Failed to compress.');
  expect(await of('ta')).toBe('ta');
});

test('what was made of an earlier version is made again', async () => {
  let version = 'one';
  const of = cacheByLanguage(
    async (language) => `${language} ${version}`,
    () => version,
  );
  expect(await of('ta')).toBe('ta one');
  version = 'two';
  expect(await of('ta')).toBe('ta two');
});
