import { afterEach, expect, test, vi } from 'vitest';
import { formatWait } from './format.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  [45, '45 ਸਕਿੰਟ'],
  [120, '2 ਮਿੰਟ'],
  [7200, '2 ਘੰਟੇ'],
])('a wait of %d seconds is in Punjabi also in a browser without its units', (seconds, wait) => {
  const { NumberFormat } = Intl;
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function (locales, options) {
    return new NumberFormat(options?.style === 'unit' ? 'en' : locales, options);
  });
  expect(formatWait(seconds, 'pa')).toBe(wait);
});
