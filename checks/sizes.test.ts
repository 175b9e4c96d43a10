import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isTest, readSources, repositoryFiles, root, type Source, read } from './repository.ts';
import { execFileSync } from 'node:child_process';

type Limits = Readonly<Record<string, number>>;

const limitsSchema = z.record(z.string(), z.int().positive());

const limitsFile = 'checks/sizes.json';

const parseLimits = (text: string): Limits => limitsSchema.parse(JSON.parse(text));

/** The limits of each commit that changed them; none where git is not there or may not read. */
function earlierLimits(folder: string): Limits[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  try {
    return git('log', '--format=%H', '--diff-filter=AM', '--', limitsFile)
      .split('\n')
      .filter(Boolean)
      .map((commit) => parseLimits(git('show', `${commit}:${limitsFile}`)));
  } catch {
    return [];
  }
}

/** One sentence for each size that is over its limit, or that has none. */
function overLimit(sizes: Limits, limits: Limits): string[] {
  return Object.entries(sizes).flatMap(([what, size]) => {
    const limit = limits[what];
    if (limit === undefined) return [`${what}: no limit. Write ${size} into ${limitsFile}.`];
    return size > limit ? [`${what}: ${size}, ${limit} at most. Remove some.`] : [];
  });
}

/**
 * One sentence for each limit above what it was, or gone. Only a new plugin brings a limit of its
 * own, and takes it along when it is deleted.
 */
function raisedLimits(limits: Limits, earlier: readonly Limits[]): string[] {
  const lowest = new Map<string, number>();
  for (const [what, limit] of earlier.flatMap((each) => Object.entries(each))) {
    lowest.set(what, Math.min(limit, lowest.get(what) ?? limit));
  }
  return [...lowest].flatMap(([what, before]) => {
    const limit = limits[what];
    if (limit === undefined) {
      return what.startsWith('plugins/') ? [] : [`${what}: the limit of ${before} is gone.`];
    }
    return limit > before ? [`${what}: the limit of ${before} was raised to ${limit}.`] : [];
  });
}

const limits = parseLimits(read(limitsFile));
const everyFile = repositoryFiles();
/** A plugin with a limit of its own is counted there, tests and all, and nowhere else. */
const newPlugins = Object.keys(limits).filter((name) =>
  everyFile.some((file) => name.startsWith('plugins/') && file.startsWith(`${name}/`)),
);
const isOld = (file: string) => !newPlugins.some((name) => file.startsWith(`${name}/`));
const files = everyFile.filter(isOld);
const everyCode = readSources((file) => /\.(?:tsx?|mjs|js|css|sql)$/.test(file));
const code = everyCode.filter(({ path: file }) => isOld(file));
const linesOfAll = (sources: readonly Source[]) => sum(sources.map(countLines));
const production = /^(?:contract|campaigns|server|web|console|demo|runtime|verifier|plugins)\//;
const harness = /^(?:testing|e2e|bench|checks)\//;
const linesOf = (isMeant: (file: string) => boolean) =>
  linesOfAll(code.filter(({ path: file }) => isMeant(file)));
const linesIn = (folders: RegExp) => linesOf((file) => folders.test(file) && !isTest(file));
const serverFolders = new Set(
  files.filter((file) => file.startsWith('server/')).flatMap(foldersOf),
);
const isAtRoot = (folder: string) => folder.split('/').length === 2;

const sizes: Limits = {
  'lines of production': linesIn(production),
  'lines of server/': linesIn(/^server\//),
  'lines of the harness': linesIn(harness),
  'lines of tests': linesOf(isTest),
  files: files.length,
  'words of documents': sum(
    readSources((file) => file.endsWith('.md') && isOld(file)).map(countWords),
  ),
  // What draws pictures and sounds, which are kept as files.
  'lines of the scenes': linesOfAll(readSources((file) => file.endsWith('.py'))),

  'folders at the root of server/': [...serverFolders].filter(isAtRoot).length,
  'folders in server/': serverFolders.size,
  'npm scripts': Object.keys(JSON.parse(read('package.json')).scripts).length,
  'lines of the import rules': linesIn(/^oxlint\.imports\.mjs$/),
  ...Object.fromEntries(
    newPlugins.map((name) => [
      name,
      linesOfAll(everyCode.filter(({ path: file }) => file.startsWith(`${name}/`))),
    ]),
  ),
};

// A source archive may have more files beside its own, and has no history.
const isRepository = existsSync(path.join(root, '.git'));

test.skipIf(!isRepository)('the repository is no larger than it may be', () => {
  expect(overLimit(sizes, limits)).toEqual([]);
});

test.skipIf(!isRepository)('what is counted is there', () => {
  expect(Object.entries(sizes).filter(([what, size]) => size < (limits[what] ?? 0) / 4)).toEqual(
    [],
  );
});

test.skipIf(!isRepository)('no limit is above what it ever was', () => {
  expect(raisedLimits(limits, earlierLimits(root))).toEqual([]);
});

test('a size above its limit, or without one, is said', () => {
  expect(overLimit({ files: 3, lines: 5 }, { files: 2 })).toEqual([
    'files: 3, 2 at most. Remove some.',
    `lines: no limit. Write 5 into ${limitsFile}.`,
  ]);
});

test('a limit that is gone is said, but for one of a plugin', () => {
  const earlier = [{ files: 5, 'plugins/packs': 3 }];
  expect(raisedLimits({}, earlier)).toEqual(['files: the limit of 5 is gone.']);
});

test('a limit above the lowest that ever stood is said, and a new one is not', () => {
  const earlier = [{ files: 8 }, { files: 9 }, { files: 5 }];
  expect(raisedLimits({ files: 8 }, earlier)).toEqual(['files: the limit of 5 was raised to 8.']);
  expect(raisedLimits({ files: 5, lines: 7 }, earlier)).toEqual([]);
});

test('a limit that is gone is said', () => {
  expect(raisedLimits({}, [{ files: 5 }])).toEqual(['files: the limit of 5 is gone.']);
});

/** `server/a` and `server/a/b` of `server/a/b/c.ts`. */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return names.slice(1).map((_, at) => names.slice(0, at + 2).join('/'));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function countLines({ text }: Source): number {
  return text.split('\n').length - 1;
}

/** As `wc -w` counts them. */
function countWords({ text }: Source): number {
  return text.split(/\s+/).filter(Boolean).length;
}
