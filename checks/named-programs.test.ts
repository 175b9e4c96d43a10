import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readSources, root } from './repository.ts';

const runners = {
  bench: 'bench/run-bench.ts',
  drill: 'testing/run-drill.ts',
  pictures: 'e2e/pictures/run-pictures.ts',
} as const;
const scripts = ['bench', 'drill', 'pictures'] as const;
const run = (script: keyof typeof runners, ...words: readonly string[]) =>
  spawnSync(process.execPath, ['runtime/run.mjs', runners[script], ...words], {
    cwd: root,
    encoding: 'utf8',
  });
const namesOf = (list: string): string[] => list.match(/^[\w-]+/gm) ?? [];

test.each(scripts)('npm run %s lists its names if none or an unknown one is given', (script) => {
  const { status, stdout } = run(script);
  expect(status).toBe(0);
  expect(namesOf(stdout).length).toBeGreaterThan(2);
  const unknown = run(script, 'kanel');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toMatch(/^There is no .*"kanel"\. Name one of these:\n/);
  expect(unknown.stderr).toContain(stdout);
});

test.each(scripts)('whatever names one of npm run %s names one that exists', (script) => {
  const named = readSources((file) => /\.(?:md|ts|mjs|cfg|env|yml)$/.test(file)).flatMap(
    ({ path: file, text }) =>
      [...text.matchAll(new RegExp(`npm run ${script} -- ([\\w-]+)`, 'g'))].map(
        ([, name = '']) => ({ file, name }),
      ),
  );
  expect(named.length).toBeGreaterThan(3);
  const names = namesOf(run(script).stdout);
  expect(named.filter(({ name }) => !names.includes(name))).toEqual([]);
});

test('a drill gets the options after its name', () => {
  expect(run('drill', 'attack', 'nobody').stderr).toMatch(/^Name an attack, and its size:/);
});

test.each([
  [['firefox', '/nowhere'], /^There is no \/nowhere\. Install .* \(apt-get install firefox-esr\)/],
  [['webkit', '/nowhere'], /^There is no .* \(apt-get install webkit2gtk-driver xvfb\)/],
  [['opera'], /^Name the browser: firefox or webkit\.$/m],
])('the drill of other engines with %j says what is missing', (words, sentence) => {
  const { status, stderr } = run('drill', 'engines', ...words);
  expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
