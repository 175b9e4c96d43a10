import { expect, test } from 'vitest';
import { takeUnexpected, allowConsole } from './console-lines.ts';

const log = (method: 'error' | 'warn', ...parts: unknown[]) => console[method](...parts);

test.each(['error', 'warn'] as const)(
  'an unexpected console.%s throws and is recorded',
  (method) => {
    expect(() => log(method, 'the cat', 7)).toThrow(`Unexpected console.${method}: the cat 7.`);
    expect(takeUnexpected()).toEqual([`console.${method}: the cat 7`]);
  },
);

test('an allowed line passes, any other fails', () => {
  allowConsole(/^the cat/);
  log('error', 'the cat sat');
  expect(() => log('error', 'the dog sat')).toThrow('Unexpected console.error');
  takeUnexpected();
});

test('a permission ends with its test', () => {
  expect(() => log('error', 'the cat sat')).toThrow('Unexpected console.error');
  takeUnexpected();
});
