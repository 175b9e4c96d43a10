import { lineOf, type Source } from './repository.ts';

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
];

/** What no text of the repository may contain: disabled checks, machine paths, registry hosts. */
export function forbiddenTextViolations({ path, text }: Source): string[] {
  return rules
    .filter(({ exempt }) => exempt?.(path) !== true)
    .flatMap(({ pattern, message }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(
        (match) => `${path}:${lineOf(text, match.index)} "${match[0]}" ${message}`,
      ),
    );
}
