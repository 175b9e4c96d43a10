import { expect, test } from 'vitest';
import { fileViolations, forbiddenTextViolations } from './forbidden-text.ts';
import { readSources } from './repository.ts';

const binary = /\.(?:png|jpe?g|webp|avif|ico|woff2?|ttf|mp3|ogg|wav|pdf|gz|br|mmdb)$/;

test('no text disables a check or depends on one machine or registry', () => {
  const texts = readSources((file) => !binary.test(file));
  expect(texts.flatMap(forbiddenTextViolations)).toEqual([]);
  expect(texts.flatMap(fileViolations)).toEqual([]);
});

test.each([
  ['web/utils/a.ts', 'a', 'a vague name'],
  ['server/shared.ts', 'a', 'a vague name'],
  ['web/a.css', 'a {}\n'.repeat(301), '301 lines'],
])('the file %s is refused', (path, text, message) => {
  expect(fileViolations({ path, text })).toEqual([expect.stringContaining(message)]);
});

test('names that contain such a word, and style sheets of 300 lines, are fine', () => {
  expect(fileViolations({ path: 'web/shared-words.ts', text: 'a' })).toEqual([]);
  expect(fileViolations({ path: 'web/a.css', text: 'a {}\n'.repeat(300) })).toEqual([]);
});

// The dot keeps the examples from being found in this file itself.
test.each([
  ['server/a.ts', '// @ts-no·check', 'switches a check off'],
  ['web/a.ts', "export ·* from './b.ts';", 'hides what a file exports'],
  ['server/a.ts', '// oxlint-·disable-next-line no-console', 'switches a check off'],
  ['README.md', 'cd /·home/asha/inaam', 'a path of one machine'],
  ['server/a.ts', `'/·Users/asha'`, 'a path of one machine'],
  ['server/a.ts', `'/·work/main'`, 'a path of one machine'],
  ['docs/a.md', 'C:\\·Users\\asha', 'a path of one machine'],
  ['.npmrc', 'registry=https://registry.·npmjs.org/', 'depends on one registry'],
  ['package-lock.json', '"·resolved": "https://a.example/a.tgz"', 'depends on one registry'],
])('%s must not contain %j', (path, broken, message) => {
  const text = broken.replace('·', '');
  expect(forbiddenTextViolations({ path, text })).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['server/a.ts', 'const dots = "/var/tmp and /root are places of every machine";'],
  ['web/a.ts', 'await page.goto("/home");'],
  ['package-lock.json', '"resolved": "contract",'],
])('%s may contain %j', (path, text) => {
  expect(forbiddenTextViolations({ path, text })).toEqual([]);
});
