import { expect, test } from 'vitest';
import { noteExpiry } from './stored-expiry.ts';

function tabWith(stored: string | null = null) {
  let value = stored;
  return {
    getItem: () => value,
    setItem: (_: string, given: string) => void (value = given),
    removeItem: () => undefined,
  };
}

test('[ERR-3] only an expiry within a minute of another one is repeated', () => {
  const tab = tabWith();
  const times = [1_000_000, 1_059_999, 1_119_998, 1_179_998, 1_239_998, 1_200_000];
  const repeated = times.map((now) => noteExpiry(tab, now));
  // A clock set back changes nothing.
  expect(repeated).toEqual([false, true, true, false, false, true]);
});

test('a foreign value is none', () => {
  expect(noteExpiry(tabWith('soon'), 1000)).toBe(false);
});
