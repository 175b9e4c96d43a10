import { expect, test } from 'vitest';
import { safeStorage, type SafeStorage } from './safe-storage.ts';

test('[SES-2] if storage is forbidden, values are kept in memory', () => {
  const storage = safeStorage(() => {
    throw new Error('SecurityError');
  });
  expect(storage.getItem('a')).toBeNull();
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});

test.each<[string, () => SafeStorage]>([
  ['is null', () => JSON.parse('null')],
  ['answers nonsense', () => JSON.parse('{"getItem":7}')],
  [
    'has items that are no texts',
    () => ({
      getItem: () => Object(7),
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
      removeItem: () => undefined,
    }),
  ],
])('[SES-2] if storage %s, values are kept in memory', (_, open) => {
  const storage = safeStorage(open);
  expect(storage.getItem('a')).toBeNull();
  storage.setItem('a', '1');
  expect(storage.getItem('a')).toBe('1');
});

test('[SES-2] if storage is full, the newest value is still read', () => {
  const items = new Map([['a', 'old']]);
  const storage = safeStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
    removeItem: (key) => void items.delete(key),
  }));
  storage.setItem('a', 'new');
  expect(storage.getItem('a')).toBe('new');
  storage.removeItem('a');
  expect(storage.getItem('a')).toBeNull();
});
