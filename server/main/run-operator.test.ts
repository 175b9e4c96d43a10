// How the command line is used: help with examples, wrong use, an incomplete environment. No
// database is needed for it.
import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import {
  recordingTerminal,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { runOperatorProcess } from '@inaam/testing/server/operator/operator-process.ts';
import { UsageError } from '../operator/command-context.ts';
import { commands, entries } from './commands.ts';
import { createProgress } from '../operator/progress.ts';
import { readMobile } from '../operator/read-mobile.ts';
import { runOperator } from './run-operator.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const names = entries.flatMap((entry) => ('load' in entry ? [entry.name] : []));
const programNames = entries.flatMap((entry) => ('load' in entry ? [] : [entry.name]));
const root = path.resolve(import.meta.dirname, '../..');

test.each(names)('`%s --help` says what it takes, with examples that are one', async (command) => {
  const { exit, output, errors } = await runOperatorInProcess([...command.split(' '), '--help']);
  expect({ exit, errors }).toEqual({ exit: 0, errors: '' });
  expect(output).toContain(`Usage: npx inaam ${command}`);
  expect(output).toContain('--json');
  const [, examples = ''] = output.split('\nExamples:\n');
  const lines = examples.trimEnd().split('\n');
  expect(lines.every((line) => line.startsWith(`  npx inaam ${command}`))).toBe(true);
  for (const line of lines) {
    expect(
      await parseOnly(
        wordsOf(line.replace('  npx inaam ', '').replaceAll('<key>', 'a'.repeat(64))),
      ),
    ).toBe('It was understood.\n');
  }
});

test('the list has every command and program in one line, and the examples at its end', async () => {
  const { exit, output } = await runOperatorProcess(['--help']);
  expect(exit).toBe(0);
  for (const { name, summary } of entries) {
    expect(output).toMatch(new RegExp(`^  ${name} +${summary}$`, 'm'));
  }
  for (const heading of Object.keys(commands)) expect(output).toContain(`\n${heading}:\n`);
  expect(output).toMatch(/\nExamples:(?:\n {2}npx inaam [^\n]+)+\n?$/);
});

test.each(programNames)(
  '`%s --help` says what the program does, and starts nothing',
  async (name) => {
    const { exit, output } = await runOperatorInProcess([name, '--help']);
    expect(exit).toBe(0);
    expect(output).toContain(`Usage: npx inaam ${name}`);
    expect(output).toContain('docs/reference/settings.md');
  },
);

test('`draw --help` has the program and its commands, `help draw commit` is the command', async () => {
  const { output } = await runOperatorInProcess(['help', 'draw']);
  expect(output).toContain('Alone, `draw` starts the program');
  for (const name of names.filter((each) => each.startsWith('draw '))) {
    expect(output).toContain(`\n  ${name} `);
  }
  const command = await runOperatorInProcess(['help', 'draw', 'commit']);
  expect(command.output).toContain('Usage: npx inaam draw commit');
});

test.each([
  [['--help'], /\.command\.ts|node_modules\/(?!commander)|^server\/database\/|\/settings\//],
  [['draw', '--help'], /\.command\.ts|node_modules\/(?!commander)/],
  [['serve', '--help'], /\.command\.ts|node_modules\/(?!commander)|^server\/main\/serve/],
  [['overveiw'], /\.command\.ts|node_modules\/(?!commander)/],
  [['draw', 'part', '--help'], /node_modules\/pg\/|campaigns\/loader/],
  [['overview', '--help'], /node_modules\/pg\/|console\/handlers/],
])('%j loads only what it needs', async (words, unneeded) => {
  const loaded = (await modulesOf(words)).map((file) => path.relative(root, file));
  expect(loaded).toContain('server/main/commands.ts');
  expect(loaded.filter((file) => unneeded.test(file))).toEqual([]);
});

/** Ends after the words were understood, before anything is done. @returns what it said */
async function parseOnly(words: readonly string[]): Promise<string> {
  const { terminal, end } = recordingTerminal();
  await runOperator(words, {
    name: 'npx inaam',
    readVariables: () => Promise.reject(new UsageError('It was understood.')),
    clocksOf: () => Promise.reject(new Error('No clock is read.')),
    ...terminal,
  });
  return (await end()).errors;
}

/** Files that the command line loads. */
async function modulesOf(words: readonly string[]): Promise<string[]> {
  const recorder = `
    import { registerHooks } from 'node:module';
    import { writeSync } from 'node:fs';
    import { fileURLToPath } from 'node:url';
    registerHooks({ load(url, context, next) {
      if (url.startsWith('file:')) writeSync(2, 'loaded ' + fileURLToPath(url) + '\\n');
      return next(url, context);
    } });`;
  const preload = `data:text/javascript,${encodeURIComponent(recorder)}`;
  const { errors } = await runOperatorProcess(words, {
    NODE_OPTIONS: `--import ${preload}`,
  });
  return [...errors.matchAll(/^loaded (.*)$/gm)].map(([, file = '']) => file);
}

/** As a shell splits them, without redirections. */
const wordsOf = (line: string) =>
  [...line.replace(/ [<>|] .*$/, '').matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );

test('the real program exits with 0, 1 and 2 likewise', { tags: ['long'] }, async () => {
  const words = [['--help'], ['campaign', 'check', 'coffee'], ['draw'], ['overview', '--json']];
  const ended = await Promise.all(words.map((one) => runOperatorProcess(one)));
  expect(ended.map(({ exit }) => exit)).toEqual([0, 1, 2, 2]);
  expect(ended[3]?.json()).toMatchObject({ exit: 2 });
});

test('an answer that cannot be written is no success, and a sentence says so', async () => {
  const programs = ['inaam.mjs --version', 'run.mjs server/main/operator.ts --help'];
  const others = ['run.mjs demo/operator.ts fill --help', 'run.mjs verifier/verify.ts --help'];
  const ended = [...programs, ...others].map((one) => {
    const line = `"${process.execPath}" runtime/${one} > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: root, encoding: 'utf8' });
    return `${one}: ${Number(status) > 0 ? stderr : status}`;
  });
  const sentence = /^.*: The \w+ could not be written.*ENOSPC.*\n$/;
  expect(ended.filter((one) => !sentence.test(one))).toEqual([]);
});

test.each([
  [['overveiw'], 'Did you mean overview?'],
  [['overview', '--jsno'], 'unknown option'],
  [['draw'], 'Commands:'],
  [[], 'Help a shopper:'],
  [['pause'], 'Did you mean campaign pause?'],
  [['draw', 'comit'], 'Did you mean commit?'],
  [['serve'], 'this is a program: start it with `npx inaam serve`'],
  [['serve', '--port', '80'], 'unknown option'],
  [['overview', '--settings', 'inaam.env'], 'comes once, before the command'],
  [['--demo', 'status'], 'comes once, before the command'],
  [['audit', '--max', 'many'], 'Write a whole number from 1 to 1000'],
  [['console', 'invite', '--name', '\u001b[2J', '--role', 'support'], 'Write up to 60 letters'],
  [['console', 'invite', '--name', 'Asha', '--role', 'boss'], 'Allowed choices are viewer'],
  [['campaign', 'check', 'one', 'two'], 'too many arguments'],
])('%j is wrong use: 2, and a sentence beside the answer', async (words, sentence) => {
  const { exit, output, errors } = await runOperatorInProcess(words);
  expect({ exit, output }).toEqual({ exit: 2, output: '' });
  expect(errors).toContain(sentence);
  expect(errors).not.toMatch(/\n\s+at /);
});

test.each([
  [['audit'], ['DATABASE_URL']],
  [['ledger', 'verify'], ['DATABASE_URL']],
  [
    ['draw', 'commit'],
    ['DATABASE_URL', 'DRAW_PART_ONE', 'DRAW_PART_TWO', 'PSEUDONYM_SECRET'],
  ],
  [
    ['vouchers', 'load', 'codes.csv'],
    ['DATABASE_URL', 'INDEX_SECRET', 'VOUCHER_SEAL_KEYS'],
  ],
  [
    ['draw', 'reveal'],
    ['DATABASE_URL', 'DRAW_PART_ONE', 'DRAW_PART_TWO'],
  ],
])('%j lists all missing variables, and exits with 2', async (words, names) => {
  const result = await runOperatorInProcess([...words, '--json']);
  expect(result.exit).toBe(2);
  const lacking = [...result.errors.matchAll(/- (\w+) is missing/g)].map(([, name]) => name);
  expect(lacking).toEqual(names);
  expect(JSON.parse(result.output)).toEqual({ error: result.errors.trimEnd(), exit: 2 });
});

test('the help is as wide as the terminal', async () => {
  const wide = await shownAt({ isTTY: true, columns: 200 }, ['doctor', '--help']);
  const narrow = await shownAt({ isTTY: true, columns: 60 }, ['doctor', '--help']);
  const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
  expect(longest(wide)).toBeGreaterThan(150);
  expect(longest(stripVTControlCharacters(narrow))).toBeLessThanOrEqual(60);
});

test('input without an end is no number', async () => {
  const endless = function* () {
    for (;;) yield 'A'.repeat(65_536);
  };
  const input = Readable.from(endless());
  const read = readMobile({ input, errors: new PassThrough() });
  await expect(read).rejects.toThrow('not an Indian mobile number');
});

test('progress is one line at a terminal, and one line for each step elsewhere', async () => {
  const said = async (stream: object) => {
    const errors = Object.assign(new PassThrough(), stream);
    const progress = createProgress({ errors });
    progress.show('Reading', 0.5);
    progress.show('Reading', 0.6);
    progress.show('Storing');
    progress.clear();
    errors.end();
    return text(errors);
  };
  expect(await said({})).toBe('Reading.\nStoring.\n');
  expect(await said({ isTTY: true })).toMatch(/^\r\S+Reading 50 %\r\S+Storing…\r\S+$/);
});

async function shownAt(terminal: object, words: readonly string[]): Promise<string> {
  const output = Object.assign(new PassThrough(), terminal);
  const written = text(output);
  await runOperatorInProcess(words, { output });
  output.end();
  return written;
}

test('a database that cannot be reached is of the environment too', async () => {
  const variables = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const result = await runOperatorInProcess(['overview'], { variables });
  expect(result.exit).toBe(2);
  expect(result.errors).toContain('The database cannot be reached');
});

test('[CAM-5] a good campaign is said to be, with its pools in rupees', async () => {
  const { exit, output } = await runOperatorInProcess(['campaign', 'check']);
  expect(exit).toBe(0);
  expect(output).toContain('"biscuit-2025" is valid');
  expect(output).toContain('Planned in total: Rs 52,00,000.');
  expect(output).toMatch(/Packs: none has a code .*\nQuestion: none/);
  const soda = await runOperatorInProcess(['campaign', 'check', 'goli-soda-2026']);
  expect(soda.output).toContain('Packs: each has a code; a number takes part 2 a day, 10 in all.');
  const other = await runOperatorInProcess(['campaign', 'check', 'campaigns/tea-demo', '--json']);
  expect(other.json()).toMatchObject({ campaign: 'tea-demo', packs: null, questions: 2 });
  const pools = (
    await runOperatorInProcess(['campaign', 'check', '--json'], {
      variables: { CAMPAIGN: 'biscuit-2025' },
    })
  ).json();
  expect(pools).toMatchObject({
    programme: { from: '2025-05-06', to: '2025-09-15' },
    pools: expect.arrayContaining([{ pool: 'chance:10', amount: 10, planned: 50_000 }]),
    plannedRupees: 5_200_000,
    unreviewed: expect.arrayContaining(['default-words/hi.json', 'biscuit-2025/words/hi.json']),
    reviewHashes: { 'default-words/hi.json': expect.stringMatching(/^[0-9a-f]{64}$/) },
    launch: { languages: [], faults: expect.arrayContaining([expect.any(String)]) },
  });
  expect(output).toMatch(/Launch faults[^]*contacts\.phone is the example "1800 000 0000"/);
  expect(output).toMatch(/biscuit-2025\/words\/ur\.json +[0-9a-f]{64}/);
});

test('vouchers that are sent at certain hours only are named, with their hours', async () => {
  const folder = await folderOfTest();
  const root = path.join(folder, 'campaigns');
  await cp('campaigns/biscuit-2025', path.join(root, 'biscuit-2025'), { recursive: true });
  for (const others of ['default-words', 'places', 'public', 'schema']) {
    await cp(path.join('campaigns', others), path.join(root, others), { recursive: true });
  }
  const file = path.join(root, 'biscuit-2025', 'sms.json');
  const { vouchers, ...sms } = JSON.parse(await readFile(file, 'utf8'));
  vouchers['5'].category = 'promotional';
  await writeFile(file, JSON.stringify({ ...sms, vouchers }));
  const { exit, output } = await runOperatorInProcess(['campaign', 'check', path.dirname(file)]);
  expect(exit).toBe(0);
  expect(output).toContain('on the next day: vouchers of Rs 5 (promotional, 10:00 to 21:00).');
});

test('[CAM-5] every problem of a folder is reported, and the check fails with 1', async () => {
  const folder = await folderOfTest();
  const broken = path.join(folder, 'campaigns', 'broken');
  await cp('campaigns/biscuit-2025', broken, { recursive: true });
  await writeFile(path.join(broken, 'draw.json'), '{}');
  const result = await runOperatorProcess(['campaign', 'check', broken, '--json']);
  expect(result.exit).toBe(1);
  const { good, faults } = result.json();
  expect(good).toBe(false);
  expect(faults).toEqual(
    expect.arrayContaining([expect.stringContaining('draw.json: deck is missing')]),
  );
  const plain = await runOperatorInProcess(['campaign', 'check', 'coffee']);
  expect(plain.exit).toBe(1);
  expect(plain.output).toContain('Failed to read campaign "coffee"');
});
