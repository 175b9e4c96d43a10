import { expect, test } from 'vitest';
import { takeUnexpected, allowConsole } from './strict-console.ts';

const say = (method: 'error' | 'warn', ...parts: unknown[]) => console[method](...parts);

test.each(['error', 'warn'] as const)('an unexpected console.%s throws, and is kept', (method) => {
  expect(() => say(method, 'the cat', 7)).toThrow(`Unexpected console.${method}: the cat 7.`);
  expect(takeUnexpected()).toEqual([`console.${method}: the cat 7`]);
});

test('an allowed line passes, another does not', () => {
  allowConsole(/^the cat/);
  say('error', 'the cat sat');
  expect(() => say('error', 'the dog sat')).toThrow('Unexpected console.error');
  takeUnexpected();
});

test('what one test allowed, the next one may not say', () => {
  expect(() => say('error', 'the cat sat')).toThrow('Unexpected console.error');
  takeUnexpected();
});
