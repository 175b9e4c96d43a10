import { expect, test } from 'vitest';
import { safeStorage } from './safe-storage.ts';

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
