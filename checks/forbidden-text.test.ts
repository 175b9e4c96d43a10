import { expect, test } from 'vitest';
import { forbiddenTextViolations } from './forbidden-text.ts';
import { readSources } from './repository.ts';

const binary = /\.(?:png|jpe?g|webp|avif|ico|woff2?|ttf|mp3|ogg|wav|pdf|gz|br|mmdb)$/;

test('no text disables a check or depends on one machine or registry', () => {
  const texts = readSources((file) => !binary.test(file));
  expect(texts.flatMap(forbiddenTextViolations)).toEqual([]);
});

// The dot keeps the examples from being found in this file itself.
test.each([
  ['server/a.ts', '// @ts-no·check', 'switches a check off'],
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
