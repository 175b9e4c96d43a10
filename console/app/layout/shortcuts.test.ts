import { expect, test } from 'vitest';
import { shopperWayOf } from '../shopper-search.ts';
import { shortcutOf } from './shortcuts.ts';

const press = (key: string, more: object = {}) => ({
  key,
  hasModifier: false,
  isTyping: false,
  at: 10_000,
  ...more,
});

test.each([
  ['/', undefined, { shortcut: { kind: 'search' } }],
  ['?', undefined, { shortcut: { kind: 'keys' } }],
  ['g', undefined, { begunAt: 10_000 }],
  ['o', undefined, {}],
  ['o', 9000, { shortcut: { kind: 'page', key: 'o' } }],
  ['O', 9000, { shortcut: { kind: 'page', key: 'o' } }],
  ['g', 9000, { shortcut: { kind: 'page', key: 'g' } }],
  ['o', 8499, {}],
  ['g', 8499, { begunAt: 10_000 }],
  ['Escape', 9000, {}],
] as const)('the key %s after a g at %s gives %j', (key, begunAt, expected) => {
  expect(shortcutOf(press(key), begunAt)).toEqual(expected);
});

test.each([{ hasModifier: true }, { isTyping: true }])('no key counts with %j', (more) => {
  for (const key of ['/', '?', 'g', 'o']) {
    expect(shortcutOf(press(key, more), 9999)).toEqual({});
  }
});

test.each([
  ['9876543210', 'number'],
  ['+91 98765 43210', 'number'],
  ['098765-43210', 'number'],
  ['5876543210', 'voucher'],
  ['0123456789abcdef0123456789abcdef', 'pseudonym'],
  [' INM-4F7K2Q ', 'voucher'],
  ['4f7k2q', 'voucher'],
  ['QWERTY', 'voucher'],
  ['4f7k2', undefined],
  ['overview', undefined],
  ['load codes', undefined],
  ['', undefined],
])('what was typed, %j, looks somebody up by %s', (text, way) => {
  expect(shopperWayOf(text)).toBe(way);
});
