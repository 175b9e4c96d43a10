import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { wordsOf } from './documents.ts';
import { isTest, readSources, repositoryFiles, root, type Source } from './repository.ts';

const files = repositoryFiles();
const code = readSources((file) => /\.(?:tsx?|mjs|js|css|sql|py)$/.test(file) && !isTest(file));
const ofServer = ({ path: file }: Source) => /^server\/.*\.ts$/.test(file);
const serverFolders = new Set(
  files.filter((file) => file.startsWith('server/')).flatMap(foldersOf),
);
const isAtRoot = (folder: string) => folder.split('/').length === 2;

/** Tests are not counted as lines. */
const sizes: readonly [what: string, limit: number, size: () => number][] = [
  ['files', 2030, () => files.length],
  ['lines of TypeScript in server/', 54_400, () => linesOf(code.filter(ofServer))],
  ['folders at the root of server/', 16, () => [...serverFolders].filter(isAtRoot).length],
  ['folders in server/', 40, () => serverFolders.size],
  ['lines of all sources', 141_200, () => linesOf(code)],
  ['npm scripts', 18, () => scriptsOf('package.json').length],
  ['lines of the import rules', 105, () => linesOf(code.filter(isNamed('oxlint.imports.mjs')))],
  ['words of documents', 42_000, () => wordsIn(readSources((file) => file.endsWith('.md')))],
];

// A source archive may have more files beside its own.
const isRepository = existsSync(path.join(root, '.git'));

test.skipIf(!isRepository)('the repository is no larger than it may be', () => {
  const tooLarge = sizes.flatMap(([what, limit, size]) =>
    size() <= limit
      ? []
      : [
          `${size()} ${what}, ${limit} at most. Remove some, or say in the commit why it must grow.`,
        ],
  );
  expect(tooLarge).toEqual([]);
});

test.skipIf(!isRepository)('what is counted is there', () => {
  expect(sizes.filter(([, limit, size]) => size() < limit / 4)).toEqual([]);
});

/** `server/a` and `server/a/b` of `server/a/b/c.ts`. */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.slice(1).map((_, at) => names.slice(0, at + 2).join('/'));
}

function isNamed(name: string) {
  return ({ path: file }: Source) => file === name;
}

function linesOf(sources: readonly Source[]): number {
  return sources.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

function wordsIn(sources: readonly Source[]): number {
  return sources.reduce((sum, { text }) => sum + wordsOf(text), 0);
}

function scriptsOf(manifest: string): string[] {
  const schema = z.object({ scripts: z.record(z.string(), z.string()) });
  return readSources((file) => file === manifest).flatMap(({ text }) =>
    Object.keys(schema.parse(JSON.parse(text)).scripts),
  );
}
