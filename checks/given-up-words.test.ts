import { expect, test } from 'vitest';
import { givenUpWordViolations, wideCommentViolations } from './given-up-words.ts';
import { readSources } from './repository.ts';

const sources = readSources((file) => /\.(?:[cm]?[tj]sx?|md)$/.test(file));

test('no name, comment, test title or document uses a given-up word', () => {
  expect(sources.flatMap(givenUpWordViolations)).toEqual([]);
});

test('no comment is wider than 100 columns', () => {
  expect(sources.flatMap(wideCommentViolations)).toEqual([]);
});

test.each([
  ['server/a.ts', 'const doorCount = 1;', 'says "door"'],
  ['server/a.ts', '// It is told.', 'says "told"'],
  ['server/told-again.ts', '', 'says "told"'],
  ['server/world.ts', '', 'says "world"'],
  ['server/a.ts', 'const testWorld = 1;', 'says "world"'],
  ['server/a.test.ts', "test('a lane is free', f);", 'says "lane"'],
  ['server/README.md', 'Come in by the door.', 'Write dependencies'],
])('%s must not contain %j', (file, text, message) => {
  expect(givenUpWordViolations({ path: file, text })).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['server/a.ts', "const sentence = 'You were told.';"],
  ['server/a.ts', 'const planes = defaults;'],
  ['server/a.ts', '// Around the world.'],
  ['docs/decisions/0001-a.md', 'doors'],
])('%s may contain %j', (file, text) => {
  expect(givenUpWordViolations({ path: file, text })).toEqual([]);
});

test('a comment of 101 columns is refused, a string is not', () => {
  const wide = (start: string) => ({ path: 'server/a.ts', text: start.padEnd(101, 'x') });
  expect(wideCommentViolations(wide('  // '))).toHaveLength(1);
  expect(wideCommentViolations(wide(' * '))).toHaveLength(1);
  expect(wideCommentViolations(wide("const a = '"))).toEqual([]);
});
