import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDrafts } from './drafts.ts';
import { type SafeStorage, safeStorage } from './safe-storage.ts';

const empty = { name: '', mobile: '', state: '', isAgreed: false };
const blank = { name: 'Asha', state: '', city: '', email: '', gender: '', age: '' };

function tab(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored));
  const storage: SafeStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
  return { storage, values };
}

test('[HOM-1] typed values survive a reload, the newest of each field', () => {
  const { storage } = tab();
  const drafts = createDrafts(storage);
  drafts.keep('registration', { name: 'As' });
  drafts.keep('registration', { mobile: '98765' });
  drafts.keep('registration', { name: 'Asha', isAgreed: true });
  const after = createDrafts(storage);
  const typed = { name: 'Asha', mobile: '98765', state: '', isAgreed: true };
  expect(after.over('registration', empty)).toEqual(typed);
  expect(after.over('details', blank)).toEqual(blank);
});

test('[EDP-1] a field that was emptied stays empty, whatever the server has', () => {
  const drafts = createDrafts(tab().storage);
  drafts.keep('details', { email: '', age: '41' });
  const stored = { ...blank, email: 'asha@example.in', age: '40' };
  expect(drafts.over('details', stored)).toEqual({ ...blank, age: '41' });
});

test('[SES-4] dropping one form, or all, leaves nothing of them in the tab', () => {
  const { storage, values } = tab({ other: 'stays' });
  const drafts = createDrafts(storage);
  drafts.keep('registration', { mobile: '9876543210' });
  drafts.keep('details', { age: '41' });
  drafts.drop('details');
  expect(drafts.over('details', blank)).toEqual(blank);
  expect(drafts.over('registration', empty).mobile).toBe('9876543210');
  drafts.drop();
  expect([...values.keys()]).toEqual(['other']);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '"a"',
  '{"name":7}',
  '{"name":true,"isAgreed":"yes"}',
  '{"otp":"123456"}',
])('[SES-2] %j instead of a draft counts as nothing typed', (stored) => {
  const { storage } = tab({ 'inaam-draft-registration': stored });
  expect(createDrafts(storage).over('registration', empty)).toEqual(empty);
});

test('[SES-2] no stored value breaks the form', () => {
  fc.assert(
    fc.property(fc.json(), (stored) => {
      const { storage } = tab({ 'inaam-draft-registration': stored });
      const form = createDrafts(storage).over('registration', empty);
      expect(Object.keys(form)).toEqual(Object.keys(empty));
      expect(typeof form.isAgreed).toBe('boolean');
    }),
  );
});

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
