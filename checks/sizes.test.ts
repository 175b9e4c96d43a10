import { expect, test } from 'vitest';
import { readSources, repositoryFiles } from './repository.ts';
import { lengthFaults, nameFaults } from './sizes.ts';

const sources = readSources((file) => /\.(?:ts|tsx|mjs|js|css|sql)$/.test(file));
const lines = (count: number) => 'x\n'.repeat(count);

test('every file ends at its limit of lines', () => {
  expect(sources.flatMap(lengthFaults)).toEqual([]);
});

test('every file and folder has a name in kebab-case that says something', () => {
  expect(repositoryFiles().flatMap(nameFaults)).toEqual([]);
});

test.each([
  ['server/a.ts', 300, 'has 301 lines, 300 at most'],
  ['server/a.test.ts', 500, 'has 501 lines, 500 at most'],
  ['web/ui/a.css', 300, 'has 301 lines, 300 at most'],
])('%s may have %i lines and no more', (path, most, message) => {
  expect(lengthFaults({ path, text: lines(most) })).toEqual([]);
  expect(lengthFaults({ path, text: lines(most + 1) })).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['server/DrawBlock.ts', 'not kebab-case'],
  ['server/draw_block.ts', 'not kebab-case'],
  ['web/Features/otp.ts', 'not kebab-case'],
  ['server/utils/draw.ts', '"utils" says nothing'],
  ['web/helpers.ts', '"helpers" says nothing'],
  ['shared/draw.ts', '"shared" says nothing'],
  ['lib/draw.ts', '"lib" says nothing'],
  ['common/a.ts', '"common" says nothing'],
  ['misc/a.ts', '"misc" says nothing'],
  ['services/a.ts', '"services" says nothing'],
  ['web/ui/index.ts', 'barrel'],
])('the name %s is refused', (file, message) => {
  expect(nameFaults(file)).toEqual([expect.stringContaining(message)]);
});

test.each([
  'web/wheel/wheel.browser.test.ts',
  'web/index.html',
  '.ci/run',
  '.oxlintrc.json',
  'server/storage/migrations/000001-schema.sql',
  'docs/decisions/README.md',
])('the name %s is fine', (file) => {
  expect(nameFaults(file)).toEqual([]);
});
