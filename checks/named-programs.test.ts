import { spawnSync, execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources, root, isCode, isTest, repositoryFiles } from './repository.ts';
import { folderOfFile } from '@inaam/testing/setup/folders.ts';

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
  expect(namesOf(stdout).length).toBeGreaterThan(1);
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

const folder = await folderOfFile();
for (const inner of ['server/rules', 'node_modules/pg', '.data', 'web/dist']) {
  mkdirSync(path.join(folder, inner), { recursive: true });
}
writeFileSync(path.join(folder, '.gitignore'), 'node_modules/\n.data/\ndist/\n*.tsbuildinfo\n');
const files = ['server/rules/a.ts', 'node_modules/pg/a.ts', '.data/a.ts', 'web/dist/a.ts'];
for (const file of [...files, 'a.tsbuildinfo', 'b.md']) {
  writeFileSync(path.join(folder, file), file);
}

const wanted = ['.gitignore', 'b.md', 'server/rules/a.ts'];

test('a source archive has the same files as a repository, tracked or not', () => {
  expect(repositoryFiles(folder)).toEqual(wanted);
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  expect(repositoryFiles(folder)).toEqual(wanted);
  execFileSync('git', ['add', '.'], { cwd: folder });
  expect(repositoryFiles(folder)).toEqual(wanted);
  rmSync(path.join(folder, 'b.md'));
  expect(repositoryFiles(folder)).toEqual(wanted.filter((file) => file !== 'b.md'));
});

test('reads what is wanted', () => {
  const source = { path: 'server/rules/a.ts', text: 'server/rules/a.ts' };
  expect(readSources(isCode, folder)).toEqual([source]);
});

test('knows code and tests by their paths', () => {
  const paths = ['a.ts', 'a.tsx', 'a.mjs', 'a.cjs', 'a.json', 'a.md', 'ats'];
  expect(paths.filter(isCode)).toEqual(paths.slice(0, 4));
  const tests = ['a.test.ts', 'a.browser.test.ts', 'a.stage.tsx'];
  expect([...tests, 'test.ts'].filter(isTest)).toEqual(tests);
});
