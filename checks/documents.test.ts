import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { groups } from '@inaam/server/main/commands.ts';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { expect, test } from 'vitest';
import { blank, fences, isCode, lineOf, readSources, root, type Source } from './repository.ts';
import path from 'node:path';

const indented = /(?<=\n\n)(?: {4}[^\n]*(?:\n|$))+/g;
const month =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const dateInProse = new RegExp(
  `\\b(?:20\\d\\d-\\d\\d-\\d\\d|\\d{1,2} ${month}|${month}(?: \\d{1,2},)? 20\\d\\d)\\b`,
  'g',
);
const mostWordsOfSentence = 30;

/** What has a letter or a digit. */
const wordsOf = (text: string): number =>
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
function proseProblems({ path: file, text }: Source): string[] {
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
function anchorsOf(text: string): string[] {
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
function brokenAnchors(documents: readonly Source[]): string[] {
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
function brokenMentions(code: readonly Source[], documents: readonly Source[]): string[] {
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

type NamedCommand = { readonly at: string; readonly words: readonly string[] };

/**
 * Words of each `npx inaam …` in a document to the end of the command, and of each span of code
 * that begins with a group of commands.
 */
function commandsIn({ path: file, text }: Source, groups: readonly string[]): NamedCommand[] {
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

const run = promisify(execFile);
const documents = readSources((file) => file.endsWith('.md'));

/** Models and tables that are longer than a page. */
const longer: Readonly<Record<string, number>> = {
  'ARCHITECTURE.md': 1500,
  'docs/decisions/README.md': 1650,
};
const page = /^docs\/(?:run|look-after|make|code)\//;

/** The fewest and the most words of a document. */
function limitsOf(file: string): readonly [number, number] {
  if (longer[file] !== undefined) return [0, longer[file]];
  if (page.test(file)) return [300, 900];
  if (file.endsWith('/README.md')) return [0, 450];
  return [0, /^docs\/(?:reference|evidence)\//.test(file) ? 2100 : 1100];
}

test('every document has the length of its kind', () => {
  const wrong = documents.flatMap(({ path: file, text }) => {
    const [least, most] = limitsOf(file);
    const words = wordsOf(text);
    if (words >= least && words <= most) return [];
    return [`${file} has ${words} words, ${least} to ${most}.`];
  });
  expect(wrong).toEqual([]);
});

test('no sentence is long, and nothing is dated', () => {
  const written = documents.filter(({ path: file }) => file !== 'docs/evidence/requirements.md');
  expect(written.flatMap(proseProblems)).toEqual([]);
});

test('every link to a section finds it', () => {
  expect(brokenAnchors(documents)).toEqual([]);
});

test('every document and section that code names exists', () => {
  const code = readSources((file) => isCode(file) && !file.startsWith('checks/'));
  expect(brokenMentions(code, documents)).toEqual([]);
});

const sentence = (words: number) => `Word${' word'.repeat(words - 1)}.`;

test.each([
  [`First. ${sentence(31)} Last.`, [':1 a sentence of 31 words']],
  [`- one\n- ${sentence(31)}\n`, [':2 a sentence of 31 words']],
  [`${sentence(20)} \`a b c\` ${sentence(20)}`, []],
  [`${sentence(15)} ${sentence(20)}\n\n1. ${sentence(30)}\n2. ${sentence(30)}`, []],
  [`| ${sentence(40)} |\n| --- |\n\n    ${sentence(40)}\n`, []],
  [
    'It holds today.\nSince 2026-01-02 and May 2026 and 3 May.',
    [':1 says', ':2 has', ':2 has', ':2 has'],
  ],
  ['Run `report --from 2026-01-02`, and open Overview.', []],
])('prose %#', (text, problems) => {
  expect(proseProblems({ path: 'a.md', text })).toEqual(
    problems.map((problem) => expect.stringContaining(`a.md${problem}`)),
  );
});

test('anchors are those of a forge', () => {
  const text = '# One\n## `a b`: c, d!\n## One\n```\n# no\n```\n';
  expect(anchorsOf(text)).toEqual(['one', 'a-b-c-d', 'one-1']);
  const source = { path: 'docs/a.md', text: '# One\n[x](#one) [y](#two) [z](b.md#one)\n' };
  const other = { path: 'docs/b.md', text: '# Other\n' };
  expect(brokenAnchors([source, other])).toEqual([
    expect.stringContaining('#two'),
    expect.stringContaining('#one, which docs/b.md'),
  ]);
});

test('a section that code names must be there', () => {
  const code = ['See "One" in docs/a.md.', 'See "Two" in docs/a.md.', 'docs/b.md'];
  const sources = code.map((text) => ({ path: 'a.ts', text }));
  expect(brokenMentions(sources, [{ path: 'docs/a.md', text: '# One\n' }])).toEqual([
    expect.stringContaining('"Two"'),
    expect.stringContaining('docs/b.md'),
  ]);
});

/** Written in a document without `npx inaam`, too. */
const named = [...Object.keys(groups), 'deliveries'];
const commandsOf = (document: Source) => commandsIn(document, named);
const helps = new Map<string, Promise<string>>();

/** What `npx inaam <words> --help` prints. Commands with a program of their own are started. */
function helpOf(words: readonly string[]): Promise<string> {
  const key = words.join(' ');
  const help = helps.get(key) ?? (isOwn(words) ? startedHelp() : helpInProcess(words));
  helps.set(key, help);
  return help;
}

const isOwn = ([first]: readonly string[]) => first === 'fill';

async function startedHelp(): Promise<string> {
  const words = ['--demo', 'fill', '--help'];
  const { stdout } = await run(process.execPath, ['runtime/inaam.mjs', ...words], { cwd: root });
  return stdout.replace('--demo ', '');
}

async function helpInProcess(words: readonly string[]): Promise<string> {
  const { output, errors } = await runOperatorInProcess([...words, '--help']);
  return output + errors;
}

/** Options before the command, and whether a value follows. */
const globalOptions = new Map([
  ['--settings', true],
  ['--day', true],
]);

/** What is wrong with a command that a document names; undefined: nothing. */
async function commandProblem({ at, words }: NamedCommand): Promise<string | undefined> {
  let start = 0;
  while (words[start]?.startsWith('--')) start += globalOptions.get(words[start] ?? '') ? 2 : 1;
  const rest = words.slice(start);
  const names = rest.slice(0, rest.findIndex((word) => !/^[a-z][a-z-]*[.,:]?$/.test(word)) >>> 0);
  const [first = ''] = names.map((name) => name.replace(/[.,:]$/, ''));
  if (first === '') return undefined;
  const help = await helpOf(names.slice(0, 2).map((name) => name.replace(/[.,:]$/, '')));
  const [, found = '', takes = ''] =
    /^Usage: npx inaam ?([a-z -]*?)((?: [[<].*)?)$/m.exec(help) ?? [];
  const count = found === '' ? 0 : found.split(' ').length;
  if (count === 0 || (takes.includes('command') && names.length > count)) {
    return `${at} names the command "npx inaam ${names.slice(0, count + 1).join(' ')}", which does not exist.`;
  }
  const unknown = rest
    .map((word) => /^--[a-z-]+/.exec(word)?.[0])
    .find((option) => option !== undefined && !new RegExp(`${option}\\b(?!-)`).test(help));
  return unknown && `${at} names ${unknown}, which "npx inaam ${found}" does not take.`;
}

test('every command that a document names exists, with its options', async () => {
  const named = documents.flatMap(commandsOf);
  expect(named.length).toBeGreaterThan(100);
  const problems = await Promise.all(named.map(commandProblem));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test.each([
  ['`npx inaam drow commit`', '"npx inaam drow"'],
  ['`npx inaam draw comit --why x`', '"npx inaam draw comit"'],
  ['With `draw commit --hard`, `number not in use`', '--hard'],
  ['    npx inaam draw commit \\\n      --wy x\n', '--wy'],
  ['`npx inaam draw commit --why "a --b"`, `npx inaam serve`, `npx inaam --demo fill`', undefined],
  ['`npx inaam --demo fill --agian`, `npx inaam launch`', '--agian'],
])('%j', async (text, problem) => {
  const named = commandsOf({ path: 'a.md', text });
  const problems = await Promise.all(named.map(commandProblem));
  expect(problems.filter(Boolean)).toEqual(
    problem === undefined ? [] : [expect.stringContaining(problem)],
  );
});
