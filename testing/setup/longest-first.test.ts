import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { longFiles, withLongFilesFirst } from './longest-first.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('the files that start first exist, each is named once', () => {
  expect(longFiles.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(longFiles).size).toBe(longFiles.length);
});

test('they start in their order, and the others in the order that they had', () => {
  const [first = '', second = ''] = longFiles;
  const files = ['b.test.ts', second, 'a.test.ts', first];
  const sorted = [first, second, 'b.test.ts', 'a.test.ts'];
  expect(withLongFilesFirst(files, (file) => file)).toEqual(sorted);
});
