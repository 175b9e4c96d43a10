import { expect, test } from 'vitest';
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
