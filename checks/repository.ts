import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text of the repository; `path` is from its root, with forward slashes. */
export type Source = { readonly path: string; readonly text: string };

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Paths of all files that are tracked or new, but not ignored, sorted. */
export function repositoryFiles(folder = root): string[] {
  const listed = gitFiles(folder) ?? filesWithoutGit(folder);
  return [...new Set(listed)].filter((file) => existsSync(path.join(folder, file))).toSorted();
}

export const blank = (block: string) => block.replaceAll(/[^\n]/g, ' ');
export const fences = /^ *```[^\n]*\n[\s\S]*?^ *```/gm;

export const read = (file: string, folder = root) => readFileSync(path.join(folder, file), 'utf8');

export function readSources(isWanted: (file: string) => boolean, folder = root): Source[] {
  return repositoryFiles(folder)
    .filter(isWanted)
    .map((file) => ({ path: file, text: read(file, folder) }));
}

export const isCode = (file: string) => /\.(?:[cm]?ts|[cm]?js|tsx|jsx)$/.test(file);
/** Tests, and the pages that browser tests open. */
export const isTest = (file: string) => /(?:\.test|\.stage|-test-page)\.tsx?$/.test(file);

/** Undefined where git is not there or may not read the folder, as in a source archive. */
function gitFiles(folder: string): string[] | undefined {
  if (!existsSync(path.join(folder, '.git'))) return undefined;
  try {
    const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return list.split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
}

/** Assumes that .gitignore contains folders and `*.ending` lines only. */
function filesWithoutGit(folder: string): string[] {
  const ignored = ignoredNames(folder);
  const visit = (inner: string): string[] =>
    readdirSync(path.join(folder, inner), { withFileTypes: true }).flatMap((entry) => {
      const file = path.posix.join(inner, entry.name);
      if (entry.name === '.git' || ignored(file, entry.isDirectory())) return [];
      return entry.isDirectory() ? visit(file) : [file];
    });
  return visit('');
}

function ignoredNames(folder: string) {
  const file = path.join(folder, '.gitignore');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const folders = new Set(['node_modules', ...lines.map((line) => line.replace(/\/$/, ''))]);
  const endings = lines.filter((line) => line.startsWith('*')).map((line) => line.slice(1));
  return (name: string, isFolder: boolean) =>
    isFolder
      ? folders.has(name) || folders.has(path.posix.basename(name))
      : endings.some((ending) => name.endsWith(ending));
}

/** The line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
