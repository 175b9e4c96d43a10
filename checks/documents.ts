import path from 'node:path';
import { lineOf, type Source } from './repository.ts';

const blank = (block: string) => block.replaceAll(/[^\n]/g, ' ');
const fences = /^ *```[^\n]*\n[\s\S]*?^ *```/gm;
const indented = /(?<=\n\n)(?: {4}[^\n]*(?:\n|$))+/g;
const month =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const dateInProse = new RegExp(
  `\\b(?:20\\d\\d-\\d\\d-\\d\\d|\\d{1,2} ${month}|${month}(?: \\d{1,2},)? 20\\d\\d)\\b`,
  'g',
);
const mostWordsOfSentence = 30;

/** What has a letter or a digit. */
export const wordsOf = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Lines are kept; a span of code is one word, and a link is its text. */
function proseOf(text: string): string {
  return text
    .replaceAll(fences, blank)
    .replaceAll(indented, blank)
    .replaceAll(/^ *(?:[-*]|\d+\.) /gm, (marker) => `${blank(marker).slice(1)}\u2022`)
    .replaceAll(/`[^`\n]+(?:\n[^`\n]+)?`/g, (span) => `Code${span.includes('\n') ? '\n' : ''}`)
    .replaceAll(/<[^>]*>/g, blank)
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, blank)
    .replaceAll(/\[([^\]]*)\]\([^)\s]*\)/g, '$1');
}

/** Sentences of paragraphs and list items, with their offset in `prose`. Not of tables. */
function sentencesOf(prose: string): [offset: number, sentence: string][] {
  const noTables = prose.replaceAll(/^[ \t>]*\|.*$/gm, blank).replaceAll(/^#.*$/gm, blank);
  const parts = noTables.matchAll(/(?:(?!\n\s*(?:\n|\u2022))[\s\S])+/g);
  return [...parts].flatMap(({ 0: part, index }) =>
    [...part.matchAll(/\S[\s\S]*?(?:[.!?]["”)*_]*(?=\s+[\p{Lu}\p{N}“"(*_[])|$)/gu)].map(
      (sentence): [number, string] => [index + sentence.index, sentence[0]],
    ),
  );
}

/** Long sentences, dates, and the word that is true for one day only. */
export function proseProblems({ path: file, text }: Source): string[] {
  const prose = proseOf(text);
  const long = sentencesOf(prose).flatMap(([offset, sentence]): [number, string][] => {
    const words = wordsOf(sentence);
    if (words <= mostWordsOfSentence) return [];
    const start = sentence
      .replaceAll(/[\s\u2022]+/g, ' ')
      .trim()
      .slice(0, 40);
    return [[offset, `a sentence of ${words} words, ${mostWordsOfSentence} at most: "${start}…"`]];
  });
  const dates = [...prose.matchAll(dateInProse)].map(({ 0: date, index }): [number, string] => [
    index,
    `has the date ${date}. A document says what is true now`,
  ]);
  const days = [...prose.matchAll(/\btoday\b/g)].map(({ index }): [number, string] => [
    index,
    'says "today". A document says what is true now',
  ]);
  return [...long, ...dates, ...days]
    .toSorted(([a], [b]) => a - b)
    .map(([offset, problem]) => `${file}:${lineOf(prose, offset)} ${problem}.`);
}

/** As a forge makes them from headings: lower case, without punctuation, spaces as hyphens. */
export function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...text.replaceAll(fences, blank).matchAll(/^#{1,6} +(.+)$/gm)].map(([, title = '']) => {
    const anchor = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Links to a heading that its document does not have. Whether the file is there is not asked. */
export function brokenAnchors(documents: readonly Source[]): string[] {
  const anchors = new Map(documents.map(({ path: file, text }) => [file, anchorsOf(text)]));
  return documents.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\]\(([^)\s#:]*)#([^)\s]+)\)/g)].flatMap(({ 1: to = '', 2: id, index }) => {
      const target = to === '' ? file : path.posix.join(path.posix.dirname(file), to);
      const known = anchors.get(target);
      if (known === undefined || known.includes(id ?? '')) return [];
      return [`${file}:${lineOf(text, index)} links to #${id}, which ${target} does not have.`];
    }),
  );
}

/** Documents and their sections that code names: `See "A flood of codes" in docs/….md`. */
export function brokenMentions(code: readonly Source[], documents: readonly Source[]): string[] {
  const titles = new Map(
    documents.map(({ path: file, text }) => [
      file,
      [...text.matchAll(/^(?:#+ +| *\*\*)(.+?)(?:\.?\*\*.*)?$/gm)].map(([, title = '']) => title),
    ]),
  );
  return code.flatMap(({ path: file, text }) =>
    [...text.matchAll(/(?:"([A-Z][^"\n]{2,60})"\s+in\s+)?\b(docs\/[\w/-]+\.md)/g)].flatMap(
      ({ 1: section, 2: document = '', index }) => {
        const at = `${file}:${lineOf(text, index)}`;
        const known = titles.get(document);
        if (known === undefined) return [`${at} names ${document}, which does not exist.`];
        if (section === undefined || known.includes(section)) return [];
        return [`${at} names the section "${section}", which ${document} does not have.`];
      },
    ),
  );
}

export type NamedCommand = { readonly at: string; readonly words: readonly string[] };

/**
 * Words of each `npx inaam …` in a document to the end of the command, and of each span of code
 * that begins with a group of commands.
 */
export function commandsIn(
  { path: file, text }: Source,
  groups: readonly string[],
): NamedCommand[] {
  const plain = text.replaceAll(/\\\n\s*/g, ' ');
  const named = [...plain.matchAll(/\bnpx inaam\b((?:[^\S\n]|[^`\n|;&)#])*)/g)];
  const bare = plain.matchAll(
    new RegExp(`\`((?:${groups.join('|')}) (?!not )[a-z-]+[^\`\\n|;&]*)`, 'g'),
  );
  return [...named, ...bare].map(({ 1: rest = '', index }) => ({
    at: `${file}:${lineOf(plain, index)}`,
    words: (rest.match(/"[^"]*"|\S+/g) ?? []).filter((word) => word !== '…'),
  }));
}
