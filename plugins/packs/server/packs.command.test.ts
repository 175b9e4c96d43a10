// What the printer gets, codes of somebody else, and what becomes of a batch.
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Packs } from '../campaign.ts';
import { isPackCode, packCodeOf, shownPackCode } from '../pack-code.ts';
import { biscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  newestAudits,
  operatorFixture,
  runOperatorInProcess,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import { ringKeysOf } from '@inaam/server/platform/keys.ts';
import { packKeys } from './pack-cipher.ts';
import { changePackBatch, readPackBatch } from './pack-batches.sql.ts';

let packs: Packs | undefined;

const id = 'biscuit-2025';
const index = new Uint8Array(randomBytes(32));
const key = new Uint8Array(randomBytes(32));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const keys = packKeys(ringKeysOf({ index, rings: { PACK_KEYS: [{ id: 4, key }] } }, id), id);

const operators = operatorFixture();
const folder = await mkdtemp(path.join(tmpdir(), 'inaam-packs-'));
const made = await operators.newDatabase();
const { database } = made;
const variables = {
  DATABASE_URL: made.url,
  PUBLIC_ORIGIN: 'https://win.example',
  INDEX_SECRET: base64(index),
  PACK_KEYS: `4:${base64(key)}`,
};
afterAll(() => operators.end());
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  packs = { kind: 'unique', codes: 'made' };
  await database.query('delete from inaam.pack_code');
  await database.query(`delete from inaam.pack_batch where label = 'SEP-GOA'`);
});

const why = ['--why', 'order 4711', '--by', 'asha'];
const operate = async (words: readonly string[], more = {}) =>
  runOperatorInProcess(words, {
    variables: { ...variables, ...more },
    campaign: { ...(await biscuitCampaign()), ...(packs && { packs }) },
  });
const run = (words: readonly string[], more = {}) => operate(['packs', ...words], more);
const place = (name: string) => path.join(folder, name);

async function codeOf(label: string, serial: number): Promise<string> {
  const batch = await readPackBatch(database, id, label);
  return keys.packCode({ key: 4, batch: batch?.batch ?? 0, serial });
}

test('the printer gets a list of codes, which is written again in the same way', async () => {
  const out = place('goa.csv');
  const words = ['make', 'JUN-GOA', '--product', 'Soda', '--region', 'Goa', ...why, '--out'];
  const made = await run([...words, out, '--count', '1500', '--json']);
  expect(made).toMatchObject({ exit: 0, errors: expect.stringContaining('Writing') });
  expect(made.json()).toEqual({ campaign: id, label: 'JUN-GOA', codes: 1500, out });
  const text = await readFile(out, 'utf8');
  const [head, ...lines] = text.trim().split('\n');
  expect(head).toBe('code,printed,link');
  expect(new Set(lines).size).toBe(1500);
  const code = await codeOf('JUN-GOA', 1499);
  expect(lines.at(-1)).toBe(
    `${code},${shownPackCode(code)},https://win.example/?utm_source=qrcode&id=${code}`,
  );
  expect(lines.every((line) => isPackCode(line.slice(0, 12), 'made'))).toBe(true);

  expect(await run([...words, place('twice.csv'), '--count', '10'])).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('There is a batch JUN-GOA already.'),
  });
  const copy = place('again.csv');
  expect(await run([...words, copy, '--again'])).toMatchObject({ exit: 0 });
  expect(await readFile(copy, 'utf8')).toBe(text);
  // What is stored of a batch leads to none of its codes.
  expect(
    (await database.query('select from inaam.pack_code where pack = $1', [keys.packIndex(code)]))
      .rows,
  ).toEqual([]);
  expect(await newestAudits(variables, 2)).toMatchObject([
    { command: 'packs make', details: { label: 'JUN-GOA', codes: 1500, again: true } },
    { command: 'packs make', details: { label: 'JUN-GOA', codes: 1500, again: false } },
  ]);
});

test('a list that was interrupted has no name, and nothing of its codes stays', async () => {
  const place = await mkdtemp(path.join(folder, 'interrupted-'));
  const out = path.join(place, 'all.csv');
  const key = place.slice(-6).replaceAll(/[^\w]/g, 'x').toUpperCase();
  const words = ['make', `CUT-${key}`, ...why, '--count', '9000000', '--out', out];
  const program = ['runtime/run.mjs', 'server/main/operator.ts', 'packs', ...words];
  const own = { ...process.env, ...variables, CAMPAIGN: 'goli-soda-2026' };
  const child = spawn(process.execPath, program, { env: own, stdio: 'ignore' });
  const ended = once(child, 'exit');
  await expect.poll(async () => (await readdir(place)).length + (child.exitCode ?? 0)).toBe(1);
  child.kill('SIGINT');
  expect(await ended).toEqual([null, 'SIGINT']);
  expect(await readdir(place)).toEqual([]);
});

test.each([
  [['--count', '5', '--out', 'x.txt'], '--out must end in .csv.'],
  [['--out', 'x.csv'], 'Write how many codes: --count 1000000.'],
  [['--again', '--out', 'x.csv'], 'There is no batch NEW whose codes were made here.'],
])('packs make NEW %j is refused', async (words, problem) => {
  const { exit, errors } = await run(['make', 'NEW', ...why, ...words]);
  expect(exit).not.toBe(0);
  expect(errors).toContain(problem);
});

test('without the keys, and where packs have no codes, the sentence says what to do', async () => {
  const words = ['make', 'AUG-GOA', ...why, '--count', '5', '--out', place('aug.csv')];
  expect((await run(words, { PACK_KEYS: '' })).errors).toContain('PACK_KEYS is missing');
  packs = undefined;
  expect((await run(words)).errors).toContain('it has no packs.json');
  packs = { kind: 'batch' };
  expect((await run(words)).errors).toContain('leave --count and --out out');
  const counted = await run(['make', 'AUG-GOA', '--region', 'Goa', ...why, '--json']);
  expect(counted.json()).toMatchObject({
    link: 'https://win.example/?utm_source=qrcode&id=AUG-GOA',
  });
});

/** As `packs load SEP-GOA` loads a file with this content. */
async function load(content: string | Uint8Array, ...options: readonly string[]) {
  packs = { kind: 'unique', codes: 'loaded' };
  const file = place('codes.csv');
  await writeFile(file, content);
  return run(['load', 'SEP-GOA', '--file', file, ...options]);
}

const storedOf = async (label: string) => {
  const { rows } = await database.query<{ pack: string }>(
    `select encode(pack, 'hex') as pack from inaam.pack_code join inaam.pack_batch using (campaign, batch)
     where label = $1`,
    [label],
  );
  return new Set(rows.map(({ pack }) => pack));
};
const indexesOf = (...codes: readonly string[]) =>
  new Set(codes.map((code) => keys.packIndex(code).toString('hex')));

/** Spread over all codes. */
const codeAt = (at: number) =>
  packCodeOf(BigInt.asUintN(55, BigInt(at + 1) * 0x9e37_79b9_7f4a_7c15n));

test('codes of somebody else are loaded all or not at all, and bad lines are named', async () => {
  const good = Array.from({ length: 5000 }, (_, at) => codeAt(at).toLowerCase());
  const refused = await load([...good, 'no!', codeAt(7), ''].join('\r\n'), ...why);
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('Nothing was loaded: 2 lines are invalid.');
  expect(refused.errors).toContain('line 5001: is not 6 to 32 letters and digits');
  expect(refused.errors).toContain('line 5002: its code already exists, here or in another batch');
  const loaded = await load(`\uFEFF${good.join('\n')}`, ...why, '--json');
  expect(loaded.json()).toEqual({ campaign: id, label: 'SEP-GOA', codes: 5000 });
  expect(await storedOf('SEP-GOA')).toContain(keys.packIndex(codeAt(7)).toString('hex'));
});

const two = ['PJR2C7ASY6', '००ab12cd34'];
const utf16 = Buffer.from(`\uFEFF1\tPACK CODE\r\n`.replace('1', 'S.No'), 'utf16le');
test.each<[string, string | Uint8Array, ...string[]]>([
  ['one code a line', two.join('\n')],
  ['a head', `Pack code\r\n${two.join('\r')}\n\n`],
  ['quotes and separators', `"${two.join('",,\n"')}",,`],
  ['columns', `no;code;Größe\n1;${two.join(';x\n2;')};y`],
  ['a line that names the separator', `sep=|\n`.replace('|', ';') + `code;\n${two.join(';\n')}`],
  ['a column of another name', `no\tScratch\n1\t${two.join('\n2\t')}`, '--code-column', 'scratch'],
  [
    'UTF-16, as a spreadsheet writes it',
    Buffer.concat([utf16, Buffer.from(`1\t${two.join('\n2\t')}`, 'utf16le')]),
    '--code-column',
    'pack code',
  ],
])(
  'a file of packs with %s is read, and a dry run shows its ends',
  async (_, content, ...options) => {
    const { output } = await load(content, '--dry-run', ...options);
    expect(output).toBe(
      `Dry run: nothing was changed. 2 codes of SEP-GOA would be loaded, from ${two.join(' to ')}.\n`,
    );
    expect(await storedOf('SEP-GOA')).toEqual(new Set());
  },
);

const codes = Array.from({ length: 40 }, (_, at) => codeAt(at));
const serials = codes.map((_, at) => String(at * 9901).padStart(6, '0'));
const invalid = (line: number, kind: string) => `line ${line}: ${kind}`;
test.each<[string, string | Uint8Array, string]>([
  [
    'a title',
    ['Order 4711', ...codes].join('\n'),
    invalid(1, 'is not of the form of most lines, 12 letters and digits'),
  ],
  ['a sum', [...codes, 'TOTAL 40'].join('\n'), invalid(41, 'is not of the form of most lines')],
  [
    'short codes',
    codes.map((code, at) => code.slice(at % 5)).join('\n'),
    'Load codes of another form as a batch of their own',
  ],
  [
    'a serial number',
    codes.map((code, at) => `${at + 1001} ${code}`).join('\n'),
    invalid(1, 'has a serial number in front of its code'),
  ],
  [
    'columns without names',
    codes.map((code, at) => `${at + 1}\t${code}`).join('\n'),
    'names no column "code", but has a number or a date. Add a line of names',
  ],
  [
    'names of columns that are not usual',
    `Serial no,Unique\n1,${codes.join('\n2,')}`,
    'It names “Serial no”, “Unique”. Name it with --code-column',
  ],
  ['vertical bars', `1|${codes.join('\n2|')}`, 'the columns are separated by vertical bars (|)'],
  ['a line without a code', `no,code\n1,${codes.join('\n1,')}\nTOTAL,`, invalid(42, 'has no code')],
  [
    'numbers that a spreadsheet has rounded',
    '1.23457E+11\n1.23458E+11',
    invalid(1, 'is a number that a spreadsheet has rounded'),
  ],
  ['a line without an end', 'A'.repeat(3_000_000), 'the line is longer than'],
  [
    'compression',
    gzipSync(codes.join('\n')),
    'the file is compressed (gzip), not a CSV file. Unpack it',
  ],
  [
    'a quotation mark that is never closed',
    `"${codes.join('\n')}`,
    'a quotation mark is never closed',
  ],
  ['six digits', serials.join('\n'), 'and the others can be guessed: fewer than'],
  ['serials', serials.map((serial) => `KOCHI2026SODA${serial}`).join('\n'), 'or add --guessable'],
  ['nothing', '\n', 'codes.csv has no codes.'],
])(
  'a file of packs with %s is refused, and no code of it is shown',
  async (_, content, sentence) => {
    for (const options of [why, ['--dry-run']]) {
      const { exit, output, errors } = await load(content, ...options);
      expect({ exit, output }).toEqual({ exit: 1, output: '' });
      expect(errors).toContain(sentence);
      expect(codes.filter((code) => errors.includes(code))).toEqual([]);
    }
    expect(await storedOf('SEP-GOA')).toEqual(new Set());
  },
);

test('codes that can be guessed are loaded with --guessable, and doctor says so until they are recalled', async () => {
  const found = async () => {
    const doctor = JSON.parse((await operate(['doctor', '--no-settings', '--json'])).output);
    return doctor.findings.find(({ check }: { check: string }) => check === 'packs');
  };
  await load(codes.join('\n'), ...why, '--guessable');
  expect(await found()).toMatchObject({ state: 'ok' });
  await load(serials.join('\n'), ...why, '--guessable', '--replace');
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'packs load', details: { guessable: true, replaced: true } },
  ]);
  expect(await found()).toMatchObject({
    state: 'warning',
    found: 'Batches whose codes can be guessed: 1.',
  });
  await database.query(`update inaam.pack_batch set state = 'recalled' where label = 'SEP-GOA'`);
  expect(await found()).toMatchObject({ state: 'ok' });
});

test('until one of its codes is used, another file can take the place of a batch', async () => {
  const [first = '', second = '', third = ''] = codes;
  await load(`${first}\n${second}`, ...why);
  const before = await readPackBatch(database, id, 'SEP-GOA');
  for (const change of ['open', 'recall'] as const) {
    const audit = {
      campaign: id,
      command: change,
      operator: { by: 'a', reason: 'b', at: 0 },
      details: {},
    };
    await changePackBatch(database, id, { label: 'SEP-GOA', change, audit });
  }
  expect((await load(`${second}\n${third}`, ...why)).errors).toContain(
    'There is a batch SEP-GOA of 2 codes already, of which none was used: --replace loads this file in its place.',
  );
  const replace = [...why, '--replace', '--product', 'Goli'];
  // A file with a fault replaces nothing, and neither does a dry run.
  await load(`${second}\n${second}`, ...replace);
  await load(`${second}\n${third}`, '--replace', '--dry-run');
  expect(await storedOf('SEP-GOA')).toEqual(indexesOf(first, second));
  expect((await load(`${second}\n${third}`, ...replace)).exit).toBe(0);
  expect(await storedOf('SEP-GOA')).toEqual(indexesOf(second, third));
  const after = await readPackBatch(database, id, 'SEP-GOA');
  expect(after).toMatchObject({ state: 'draft', product: 'Goli', codes: 2, reason: null });
  // Who has registered with a code of the first file does not go on with it.
  expect(after?.batch).not.toBe(before?.batch);
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'packs load', details: { label: 'SEP-GOA', replaced: true } },
  ]);
  await database.query(`update inaam.pack_batch set used = 1 where label = 'SEP-GOA'`);
  expect((await load(first, ...replace)).errors).toContain(
    'There is a batch SEP-GOA already, and 1 of its codes were used.',
  );
});
