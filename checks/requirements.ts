// The ids that tests carry in their titles, held against docs/requirements.md, and the part of that document that names
// the tests. Pure. Whether the tests passed is not known here: see carried.ts.
import path from 'node:path';
import { isTest, type Source } from './repository.ts';
import { titlesOf } from './titles.ts';

export const requirementsFile = 'docs/requirements.md';

const begin = '<!-- The tests of these, written by `npm run requirements`. -->';
const end = '<!-- So far the tests. -->';

/** All ids of the tables of requirements, in their order: `| VAL-3 | …`. */
export function requirementIds(document: string): Set<string> {
  return new Set(
    [...withoutTests(document).matchAll(/^\| ([A-Z]{3}-\d+) \|/gm)].map(([, id = '']) => id),
  );
}

/** What in a title looks like an id and is none: of no requirement, or not spelled as one. */
export function strangeIds(title: string, known: ReadonlySet<string>): string[] {
  const alike = title.matchAll(/\[([A-Za-z]{2,4}[ _-]?\d+(?:[ ,;/A-Za-z\d-]*))\]/g);
  return [...alike].map(([, id = '']) => id).filter((id) => !known.has(id));
}

/** Ids in titles that no requirement has, that are not spelled as one, or that do not stand first. */
export function titleFaults(source: Source, known: ReadonlySet<string>): string[] {
  if (!isTest(source.path)) return [];
  return titlesOf(source).flatMap(({ title, line, ids }) => {
    const at = `${source.path}:${line}`;
    const strange = strangeIds(title, known);
    const late = [...title.matchAll(/\[([A-Z]{3}-\d+)\]/g)]
      .map(([, id = '']) => id)
      .filter((id) => known.has(id) && !ids.includes(id));
    return [
      ...strange.map(
        (id) =>
          `${at} carries [${id}], which ${requirementsFile} does not have. Write ids as [VAL-3][VAL-4].`,
      ),
      ...late.map((id) => `${at} has [${id}] inside its title. Put the ids first.`),
    ];
  });
}

/** The document with the tests of each id named under the table that has it, whatever it named before. */
export function withTests(document: string, tests: readonly Source[]): string {
  const carriers = carriersOf(tests);
  const sections = withoutTests(document).split(/(?=^## )/m);
  return sections
    .map((section) => {
      const ids = [...requirementIds(section)];
      return ids.length === 0 ? section : `${section.trimEnd()}\n\n${block(ids, carriers)}\n\n`;
    })
    .join('')
    .replace(/\n+$/, '\n');
}

function withoutTests(document: string): string {
  const parts = document.split(begin).map((part, index) => {
    if (index === 0) return part;
    const [, after = ''] = part.split(end);
    return after.replace(/^\n+/, '');
  });
  return parts.join('');
}

/** The rows of the tests, one cell for all files of an id. */
function block(ids: readonly string[], carriers: Carriers): string {
  const rows = ids.map((id) => `| ${id} | ${cell(carriers.get(id))} |`);
  return [begin, '', '| id | its tests |', '|---|---|', ...rows, '', end].join('\n');
}

function cell(files: ReadonlyMap<string, readonly string[]> | undefined): string {
  if (files === undefined) return 'none yet';
  return [...files]
    .map(([file, titles]) => {
      const link = path.posix.relative(path.posix.dirname(requirementsFile), file);
      return `[${file.replace(/\.test\.tsx?$/, '')}](${link}): ${titles.join(' · ')}`;
    })
    .join('<br>');
}

/** id → file → titles, files and titles in their order. */
type Carriers = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

function carriersOf(tests: readonly Source[]): Carriers {
  const carriers = new Map<string, Map<string, string[]>>();
  for (const source of tests.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    for (const { title, groups, ids } of titlesOf(source)) {
      const whole = [...groups, title].map(withoutIds).join(' ');
      for (const id of ids) {
        const files = carriers.get(id) ?? new Map<string, string[]>();
        carriers.set(id, files);
        files.set(source.path, [...(files.get(source.path) ?? []), shortened(whole)]);
      }
    }
  }
  return carriers;
}

const longest = 110;

const withoutIds = (title: string) => title.replace(/^(?:(?:\[[A-Z]{3}-\d+\])+|%s)\s*/, '');

/** A title cut at a word, as text of a cell. */
function shortened(title: string): string {
  const bare = title.replaceAll(/\s+/g, ' ');
  const cut = bare.length <= longest ? bare : `${bare.slice(0, longest).replace(/\s+\S*$/, '')} …`;
  return cut.replaceAll(/[\\|*_`[\]<>]/g, '\\$&');
}
