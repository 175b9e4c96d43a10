import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, readSources, root } from './repository.ts';
import { requirementIds, titleFaults } from './requirements.ts';

const known = requirementIds(readFileSync(path.join(root, 'docs/requirements.md'), 'utf8'));
const few = requirementIds('| id | what |\n|---|---|\n| VAL-3 | digits |\n| VAL-4 | ticks |\n');
const faults = (text: string) => titleFaults({ path: 'contract/a.test.ts', text }, few);

test('docs/requirements.md has its ids', () => {
  expect(known.size).toBeGreaterThan(80);
  expect(few).toEqual(new Set(['VAL-3', 'VAL-4']));
});

test('every id in the title of a test is one of docs/requirements.md', () => {
  expect(readSources(isTest).flatMap((source) => titleFaults(source, known))).toEqual([]);
});

test.each([
  ["test('[VAL-9] a', () => {});", 'VAL-9'],
  ["\ntest('[VAL-3][VAL-9] a', () => {});", 'VAL-9'],
  ["test.each([1])('[VAL-9] a', () => {});", 'VAL-9'],
  ["describe.concurrent('[VAL-9] a', () => {});", 'VAL-9'],
  ['it(`[VAL-9] ${a}`, () => {});', 'VAL-9'],
  ["test('[val-3] a', () => {});", 'val-3'],
  ["test('[VAL3] a', () => {});", 'VAL3'],
  ["test('[VAL-3, VAL-4] a', () => {});", 'VAL-3, VAL-4'],
])('%j is refused', (text, id) => {
  expect(faults(text)).toEqual([expect.stringContaining(`carries [${id}], which docs/`)]);
});

test.each([
  "test('[VAL-3][VAL-4] a', () => {});",
  "test('the list [1, 2] and [a]', () => {});",
  "expect('[VAL-9]').toBe(1);",
])('%j is fine', (text) => {
  expect(faults(text)).toEqual([]);
});
