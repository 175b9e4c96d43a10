import { expect, test } from 'vitest';
import { takeUnexpected, allowConsole } from './console-lines.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longFiles } from './longest-first.ts';

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

const root = path.resolve(import.meta.dirname, '../..');

test('the files that start first exist, each is named once', () => {
  expect(longFiles.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(longFiles).size).toBe(longFiles.length);
});
