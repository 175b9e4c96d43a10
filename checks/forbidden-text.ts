import { isCode, lineOf, type Source } from './repository.ts';

type Rule = {
  readonly pattern: RegExp;
  readonly message: string;
  readonly exempt?: (file: string) => boolean;
};

// Written so that the patterns don't match themselves.
const rules: readonly Rule[] = [
  {
    pattern: /(?:oxlint|eslint)-disable|@ts-no{1}check/,
    message: 'switches a check off. Fix what it found.',
    exempt: (file) => file.endsWith('.md'),
  },
  {
    pattern: /(?<![\w.~])\/(?:home|Users|work)\/[\w.]|(?<![\w.])\/root\/\w|\b[A-Z]:\\+Users/,
    message: 'is a path of one machine. Write it relative to the repository.',
    exempt: (file) => file.endsWith('package-lock.json'),
  },
  {
    pattern: /registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.pkg\.github\.|"resolved": "https?:/,
    message: 'depends on one registry. Remove the host: the installer knows its own.',
  },
  {
    pattern: /(?<=^|\n)export \*/,
    message: 'hides what a file exports. Import each name from the file that defines it.',
    exempt: (file) => !isCode(file),
  },
];

const vagueName = /(?:^|\/)(?:utils?|helpers?|common|misc|services|lib|shared)(?=[/.])/;
const styleSheetLines = 300;

/** Names that say nothing of their content, and style sheets that are too long. */
export function fileViolations({ path, text }: Source): string[] {
  const lines = text.trimEnd().split('\n').length;
  return [
    ...(vagueName.test(path) ? [`${path} has a vague name. Name it after its content.`] : []),
    ...(path.endsWith('.css') && lines > styleSheetLines
      ? [`${path} has ${lines} lines, ${styleSheetLines} at most. Split it.`]
      : []),
  ];
}

/** What no text of the repository may contain. */
export function forbiddenTextViolations({ path, text }: Source): string[] {
  return rules
    .filter(({ exempt }) => exempt?.(path) !== true)
    .flatMap(({ pattern, message }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(
        (match) => `${path}:${lineOf(text, match.index)} "${match[0]}" ${message}`,
      ),
    );
}
