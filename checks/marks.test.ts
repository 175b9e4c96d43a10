import { expect, test } from 'vitest';
import { exportFaults, markFaults } from './marks.ts';
import { isCode, readSources } from './repository.ts';

const binary = /\.(?:png|jpe?g|webp|avif|ico|woff2?|ttf|mp3|ogg|wav|pdf|gz|br|mmdb)$/;

test('no text carries a mark of things undone, switched off or bound to one machine', () => {
  const faults = readSources((file) => !binary.test(file)).flatMap(markFaults);
  expect(faults).toEqual([]);
});

test('nothing exports a default', () => {
  expect(readSources(isCode).flatMap(exportFaults)).toEqual([]);
});

// The dot keeps the examples from being found as marks of this file itself.
test.each([
  ['server/a.ts', '// TO·DO: later', 'left undone'],
  ['server/a.sql', '-- FIX·ME', 'left undone'],
  ['docs/a.md', 'XX·X', 'left undone'],
  ['server/a.ts', '// @ts-·ignore', 'switches a check off'],
  ['server/a.ts', '// @ts-expect-·error', 'switches a check off'],
  ['server/a.ts', '// oxlint-·disable-next-line no-console', 'switches a check off'],
  ['server/a.test.ts', `test.·only('x')`, 'leaves tests out'],
  ['server/a.test.ts', `describe.concurrent.·skip('x')`, 'leaves tests out'],
  ['server/a.test.ts', `it.·todo('x')`, 'leaves tests out'],
  ['README.md', 'cd /·home/asha/inaam', 'a place on one machine'],
  ['server/a.ts', `'/·Users/asha'`, 'a place on one machine'],
  ['server/a.ts', `'/·work/main'`, 'a place on one machine'],
  ['docs/a.md', 'C:\\·Users\\asha', 'a place on one machine'],
  ['.npmrc', 'registry=https://registry.·npmjs.org/', 'binds to one registry'],
  ['package-lock.json', '"·resolved": "https://a.example/a.tgz"', 'binds to one registry'],
])('in %s the mark %j is refused', (path, broken, message) => {
  const text = broken.replace('·', '');
  expect(markFaults({ path, text })).toEqual([expect.stringContaining(message)]);
});

test.each([
  ['server/a.ts', 'const dots = "/var/tmp and /root are places of every machine";'],
  ['web/a.ts', 'await page.goto("/home");'],
  ['package-lock.json', '"resolved": "contract",'],
])('in %s %j is fine', (path, text) => {
  expect(markFaults({ path, text })).toEqual([]);
});

test.each([
  ['export default 3;', 'exports a default'],
  ['const a = 3; export { a as default };', 'exports a default'],
  ["export * from './b.ts';", 'exports all of another file'],
  ["export * as b from './b.ts';", 'exports all of another file'],
])('%j is refused, but not in a config', (text, message) => {
  expect(exportFaults({ path: 'web/a.ts', text })).toEqual([expect.stringContaining(message)]);
  expect(exportFaults({ path: 'web/vite.config.ts', text })).toEqual([]);
});
