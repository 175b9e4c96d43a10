import { afterEach, expect, test, vi } from 'vitest';
import { formatDate } from './format-date.ts';
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

test.each([
  [45, '0:45'],
  [75, '1:15'],
  [120, '2:00'],
  [7200, '120:00'],
])('a wait of %d seconds is %s in a browser without units', (seconds, wait) => {
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function () {
    throw new RangeError('Invalid unit.');
  });
  // A language that no other test uses, because the module caches each format.
  expect(formatWait(seconds, 'brx')).toBe(wait);
});

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'month %d has its name in Punjabi, the one that Intl knows, also in a browser without it',
  (month) => {
    const day = `2025-${String(month).padStart(2, '0')}-06`;
    const known = new Intl.DateTimeFormat('pa-IN-u-nu-latn', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(day));
    const { DateTimeFormat } = Intl;
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (_locales, options) {
      return new DateTimeFormat('und', options);
    });
    expect(formatDate(day, 'pa')).toBe(known);
  },
);
