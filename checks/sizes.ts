// Rules on a file as such: how long it is, what it is called. Pure. (Functions are oxlint's to measure.)
import path from 'node:path';
import { isCode, isTest, type Source } from './repository.ts';

const limits = { source: 300, test: 500 } as const;
const drawers = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'services', 'service'];
const forbidden = new Set([...drawers, 'lib', 'libs', 'shared']);
const kebab = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Names that others chose, and rows of the ledger of migrations. */
const given = new Set(['README', 'ARCHITECTURE', 'STYLE', 'CHANGELOG', 'CONTRIBUTING', 'LICENSE']);

/** A screen is finite: the file's lines are counted, blank ones too. */
export function lengthFaults({ path: file, text }: Source): string[] {
  if (!isCode(file) && !/\.(?:css|sql)$/.test(file)) return [];
  const most = isTest(file) ? limits.test : limits.source;
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > most ? [`${file} has ${lines} lines, ${most} at most. Split it by subject.`] : [];
}

/** Folders and files are kebab-case nouns, and none is a drawer for everything. */
export function nameFaults(file: string): string[] {
  const folders = path.posix.dirname(file).split('/');
  const [stem = ''] = path.posix.basename(file).replace(/^\./, '').split('.');
  const names = [...folders.filter((name) => name !== '.'), stem];
  const odd = names.filter((name) => !kebab.test(name) && !given.has(name));
  const drawer = names.filter((name) => forbidden.has(name));
  return [
    ...odd.map((name) => `${file}: "${name}" is not kebab-case. Rename it.`),
    ...drawer.map((name) => `${file}: "${name}" says nothing. Name it for what it holds.`),
    ...(/^index\.tsx?$/.test(path.posix.basename(file))
      ? [`${file} is a barrel by its name. Import the files themselves.`]
      : []),
  ];
}
