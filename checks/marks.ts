// Marks that no text of the repository may carry: things left undone, checks switched off, places of one machine.
// Pure. The patterns are written so that they don't find themselves.
import { parseSync } from 'oxc-parser';
import { lineOf } from './literals.ts';
import { isCode, isTest, type Source } from './repository.ts';

type Mark = {
  readonly pattern: RegExp;
  readonly where: (file: string) => boolean;
  readonly says: string;
};

const isProse = (file: string) => file.endsWith('.md');
const isLockfile = (file: string) => file === 'package-lock.json';

const marks: readonly Mark[] = [
  {
    pattern: /\b(?:TO{1}DO|FIX{1}ME|X{3})\b/,
    where: (file) => isCode(file) || isProse(file) || /\.(?:css|sql)$/.test(file),
    says: 'is left undone. Do it, or write an issue.',
  },
  {
    pattern: /@ts-(?:ignore|nocheck)|(?:oxlint|eslint)-disable/,
    where: isCode,
    says: 'switches a check off. Mend what it found.',
  },
  {
    // In a test it proves that something does not compile.
    pattern: /@ts-expect-e{1}rror/,
    where: (file) => isCode(file) && !isTest(file),
    says: 'switches a check off. Mend what it found.',
  },
  {
    pattern: /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:only|skip|todo|fails)\b/,
    where: isTest,
    says: 'leaves tests out. Every test runs, every time.',
  },
  {
    pattern: /(?<![\w.~])\/(?:home|Users|work)\/[\w.]|(?<![\w.])\/root\/\w|\b[A-Z]:\\+Users/,
    where: (file) => !isLockfile(file),
    says: 'is a place on one machine. Write it relative to the repository.',
  },
  {
    pattern: /registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.pkg\.github\.|"resolved": "https?:/,
    where: () => true,
    says: 'binds to one registry. Take the host out: the installer knows its own.',
  },
];

/** The faults of marks in one text. */
export function markFaults({ path, text }: Source): string[] {
  return marks
    .filter((mark) => mark.where(path))
    .flatMap(({ pattern, says }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(
        (match) => `${path}:${lineOf(text, match.index)} "${match[0]}" ${says}`,
      ),
    );
}

/** Named exports only; a tool's own config may have a default one. */
export function exportFaults({ path, text }: Source): string[] {
  if (!isCode(path) || /(?:^|\/)(?:vitest|vite)\.config\.ts$/.test(path)) return [];
  const { module } = parseSync(path, text);
  return module.staticExports.flatMap(({ start, entries }) => {
    const kinds = entries.map(({ exportName, importName }) => {
      const [exported, imported]: string[] = [exportName.kind, importName.kind];
      if (exported === 'Default' || exportName.name === 'default') return 'default';
      return imported === 'All' || imported === 'AllButDefault' ? 'star' : 'named';
    });
    const at = `${path}:${lineOf(text, start)}`;
    if (kinds.includes('default')) return [`${at} exports a default. Give it a name.`];
    if (kinds.includes('star')) return [`${at} exports all of another file. Name what it exports.`];
    return [];
  });
}
