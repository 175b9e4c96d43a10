import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isCode, isTest, readSources, repositoryFiles } from './repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inaam-files-'));
for (const inner of ['server/rules', 'node_modules/pg', '.data', 'web/dist']) {
  mkdirSync(path.join(folder, inner), { recursive: true });
}
writeFileSync(path.join(folder, '.gitignore'), 'node_modules/\n.data/\ndist/\n*.tsbuildinfo\n');
const files = ['server/rules/a.ts', 'node_modules/pg/a.ts', '.data/a.ts', 'web/dist/a.ts'];
for (const file of [...files, 'a.tsbuildinfo', 'b.md']) {
  writeFileSync(path.join(folder, file), file);
}
afterAll(() => rmSync(folder, { recursive: true }));

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
  expect(['a.ts', 'a.tsx', 'a.mjs', 'a.cjs', 'a.json', 'a.md', 'ats'].filter(isCode)).toEqual([
    'a.ts',
    'a.tsx',
    'a.mjs',
    'a.cjs',
  ]);
  expect(['a.test.ts', 'a.browser.test.ts', 'a.stage.tsx', 'test.ts'].filter(isTest)).toHaveLength(
    3,
  );
});
