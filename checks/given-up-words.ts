import { parseSync, Visitor } from 'oxc-parser';
import { isCode, lineOf, type Source } from './repository.ts';

/** Words of the old vocabulary, and what to write instead. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['desk', 'CommandContext'],
  ['doings', 'commands'],
  ['door', 'dependencies, options or import rule'],
  ['doors', 'import rules'],
  ['lane', 'conflict key or queue worker'],
  ['lanes', 'conflict keys or queue workers'],
  ['retell', 'locale'],
  ['retold', 'localized'],
  ['reword', 'locale'],
  ['seldom', 'throttle'],
  ['shelves', 'notice regions'],
  ['told', 'reported, known or logged'],
]);

/** Words that are fine in a sentence, but no name for anything in code. */
const refusedNames: ReadonlyMap<string, string> = new Map([
  ['eyes', 'visual checks'],
  ['ground', 'fixture or background'],
  ['house', 'repository or checks'],
  ['roads', 'paths or states'],
  ['rooms', 'folders or capacity'],
  ['sole', 'single instance'],
  ['speech', 'locale'],
  ['standing', 'status or input'],
  ['trial', 'sandbox or child process'],
  ['walks', 'tests or runs'],
  ['world', 'fixture or system'],
]);

/** Where a word may stay: the list itself, sentences for shoppers, specifications and history. */
const exempt =
  /^(?:checks\/given-up-words|docs\/(?:requirements|decisions\/)|CHANGELOG\.md|bench\/results\/)/;
const columns = 100;

/** Given-up words in the names, comments and test titles of code, and in documents. */
export function givenUpWordViolations(source: Source): string[] {
  const { path, text } = source;
  if (exempt.test(path)) return [];
  const inPath = wordsOf(path.replaceAll(/[/.]/g, '-')).map((word) => ({ word, index: -1 }));
  const inText = isCode(path) ? wordsOfCode(text) : path.endsWith('.md') ? wordsOfProse(text) : [];
  const inNames = isCode(path) && mayName(text) ? wordsOfIdentifiers(source) : [];
  const violations = (words: readonly Word[], refused: ReadonlyMap<string, string>) =>
    words.flatMap(({ word, index }) => {
      const replacement = refused.get(word);
      if (replacement === undefined) return [];
      const place = index === -1 ? path : `${path}:${lineOf(text, index)}`;
      return [`${place} says "${word}". Write ${replacement}.`];
    });
  return [
    ...violations([...inPath, ...inText], replacements),
    ...violations([...inPath, ...inNames], refusedNames),
  ];
}

/** Parsing a file takes longer than all else, and few files contain one of these letters. */
const names = new RegExp([...refusedNames.keys()].join('|'), 'i');
const mayName = (text: string) => names.test(text.replaceAll(/[Cc]onsole/g, ''));
/** Splitting a text into its words is the rest of the work. */
const prose = new RegExp([...replacements.keys()].join('|'), 'i');

/** Comment lines of code that are wider than 100 columns. */
export function wideCommentViolations({ path, text }: Source): string[] {
  if (!isCode(path)) return [];
  return text
    .split('\n')
    .flatMap((line, at) =>
      /^\s*(?:\/\/|\/?\*)/.test(line) && line.length > columns
        ? [`${path}:${at + 1} is a comment of ${line.length} columns, ${columns} at most. Wrap it.`]
        : [],
    );
}

type Word = { readonly word: string; readonly index: number };

/** `numberOfFaults` and `number-of-faults` are three words each. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function wordsOfIdentifiers({ path, text }: Source): Word[] {
  const words: Word[] = [];
  new Visitor({
    Identifier: ({ name, start }) => {
      for (const word of wordsOf(name)) words.push({ word, index: start });
    },
  }).visit(parseSync(path, text).program);
  return words;
}

function wordsOfProse(text: string): Word[] {
  if (!prose.test(text)) return [];
  return [...text.matchAll(/[A-Za-z]+/g)].flatMap(({ 0: name, index }) =>
    wordsOf(name).map((word) => ({ word, index })),
  );
}

const blank = (literal: string) => literal.replaceAll(/[^\n]/g, ' ');

/** Without string literals, which may be shown, except the titles of tests. */
function wordsOfCode(text: string): Word[] {
  if (!prose.test(text)) return [];
  const strings = /(?<!\b(?:test|it|describe)\()(?<!\]\)\()'(?:[^'\\\n]|\\.)*'/g;
  return wordsOfProse(text.replaceAll(strings, blank));
}
