import path from 'node:path';
import { expect, test } from 'vitest';
import { givenUpWordViolations, wideCommentViolations } from './given-up-words.ts';
import { readSources } from './repository.ts';

/** Folders with given-up words left; remove a folder when it is clean, never add one. */
const pendingWords = [
  'campaigns',
  'contract',
  'demo',
  'docs',
  'e2e',
  'runtime',
  'server/*',
  'server/calls',
  'server/delivery',
  'server/http',
  'server/lifecycle',
  'server/operations',
  'server/operator',
  'server/public-draw',
  'server/rules',
  'server/simulation',
  'server/site',
  'server/storage',
  'testing/runtime',
  'testing/server',
  'testing/server-model',
  'testing/verifier',
  'testing/web-model',
  'verifier',
  'web/api',
  'web/app',
  'web/locale',
  'web/session',
];
/** Folders with wide comments left. */
const pendingWidth = [
  'campaigns',
  'contract',
  'demo',
  'e2e',
  'runtime',
  'server/*',
  'server/calls',
  'server/delivery',
  'server/http',
  'server/ip-info',
  'server/keys',
  'server/lifecycle',
  'server/operations',
  'server/operator',
  'server/public-draw',
  'server/rules',
  'server/simulation',
  'server/site',
  'server/sms',
  'server/storage',
  'server/time',
  'testing/demo',
  'testing/runtime',
  'testing/server',
  'testing/server-model',
  'testing/setup',
  'testing/verifier',
  'testing/web-model',
  'verifier',
  'vitest.config.ts',
  'web/api',
  'web/app',
  'web/build',
  'web/features',
  'web/first-paint',
  'web/forms',
  'web/locale',
  'web/session',
  'web/wheel',
];

/** `server/*` is the files of that folder itself. */
const isIn = (file: string, folders: readonly string[]) =>
  folders.some((folder) =>
    folder.endsWith('/*')
      ? path.posix.dirname(file) === folder.slice(0, -2)
      : file === folder || file.startsWith(`${folder}/`),
  );
const sources = readSources((file) => /\.(?:[cm]?[tj]sx?|md)$/.test(file));
const without = (folders: readonly string[]) => sources.filter((one) => !isIn(one.path, folders));

test('no name, comment, test title or document uses a given-up word', () => {
  expect(without(pendingWords).flatMap(givenUpWordViolations)).toEqual([]);
});

test('no comment is wider than 100 columns', () => {
  expect(without(pendingWidth).flatMap(wideCommentViolations)).toEqual([]);
});

test.each([
  ['server/a.ts', 'const faultCount = 1;', 'says "fault"'],
  ['server/a.ts', '// It is told.', 'says "told"'],
  ['server/told-again.ts', '', 'says "told"'],
  ['server/a.test.ts', "test('a lane is free', f);", 'says "lane"'],
  ['server/README.md', 'Come in by the door.', 'Write dependencies'],
])('%s must not contain %j', (file, text, message) => {
  expect(givenUpWordViolations({ path: file, text })).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['server/a.ts', "const sentence = 'You were told.';"],
  ['server/a.ts', 'const planes = defaults;'],
  ['campaigns/tea-demo/words/en/home.ts', '// told'],
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
