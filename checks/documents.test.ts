import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runOperatorInProcess } from '@inaam/testing/server/operator/operator-in-process.ts';
import { expect, test } from 'vitest';
import {
  anchorsOf,
  brokenAnchors,
  brokenMentions,
  commandsIn,
  proseProblems,
  wordsOf,
  type NamedCommand,
} from './documents.ts';
import { isCode, readSources, root, type Source } from './repository.ts';

const run = promisify(execFile);
const documents = readSources((file) => file.endsWith('.md'));

/** Models and tables that are longer than a page. */
const longer: Readonly<Record<string, number>> = {
  'ARCHITECTURE.md': 1500,
  'docs/decisions/README.md': 1820,
};
const page = /^docs\/(?:run|look-after|make|code)\//;

/** The fewest and the most words of a document. */
function limitsOf(file: string): readonly [number, number] {
  if (longer[file] !== undefined) return [0, longer[file]];
  if (page.test(file)) return [300, 900];
  if (file.endsWith('/README.md')) return [0, 450];
  return [0, file.startsWith('docs/reference/') ? 2100 : 1100];
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
  const written = documents.filter(({ path: file }) => file !== 'docs/reference/requirements.md');
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
const groups = 'campaign console deliveries draw keys ledger number sms vouchers webhooks';
const commandsOf = (document: Source) => commandsIn(document, groups.split(' '));
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
