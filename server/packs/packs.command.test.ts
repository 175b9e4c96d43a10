// What the printer gets, codes of somebody else, and what becomes of a batch.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Packs } from '@inaam/campaigns/loader/server-campaign.ts';
import { isPackCode, shownPackCode } from '@inaam/contract/pack-code.ts';
import { biscuitCampaign } from '@inaam/testing/server/campaign/committed-campaign.ts';
import {
  newestAudits,
  operatorFixture,
  runOperatorInProcess,
  type OperatorFixture,
} from '@inaam/testing/server/operator/operator-in-process.ts';
import type { Database } from '../database/database.ts';
import { printingKeysOf } from '../platform/keys.ts';
import { readPackBatch } from './pack-batches.sql.ts';

let packs: Packs | undefined;

const id = 'biscuit-2025';
const index = new Uint8Array(randomBytes(32));
const key = new Uint8Array(randomBytes(32));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const keys = printingKeysOf({ index, pack: [{ id: 4, key }] }, id);

let operators: OperatorFixture;
let database: Database;
let folder: string;
let variables: Record<string, string>;

beforeAll(async () => {
  operators = operatorFixture();
  folder = await mkdtemp(path.join(tmpdir(), 'inaam-packs-'));
  const made = await operators.newDatabase();
  ({ database } = made);
  variables = {
    DATABASE_URL: made.url,
    PUBLIC_ORIGIN: 'https://win.example',
    INDEX_SECRET: base64(index),
    PACK_KEYS: `4:${base64(key)}`,
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await operators.end();
});
beforeEach(() => {
  packs = { kind: 'unique', codes: 'made' };
});

const why = ['--why', 'order 4711', '--by', 'asha'];
const run = async (words: readonly string[], more = {}) =>
  runOperatorInProcess(['packs', ...words], {
    variables: { ...variables, ...more },
    campaign: { ...(await biscuitCampaign()), ...(packs && { packs }) },
  });
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
  expect(made.json()).toEqual({
    campaign: id,
    label: 'JUN-GOA',
    codes: 1500,
    format: 'csv',
    out,
    files: 1,
  });
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

test('sheets of QR codes have the stated size, and the code as text below each', async () => {
  const words = ['make', 'JUL-GOA', ...why, '--count', '60', '--size', '30'];
  expect(await run([...words, '--format', 'svg', '--out', place('sheets')])).toMatchObject({
    exit: 0,
    output: expect.stringContaining('48 on a sheet, 30 mm each'),
  });
  const names = await readdir(place('sheets'));
  expect(names.toSorted()).toEqual(['sheet-00001.svg', 'sheet-00002.svg']);
  const svg = await readFile(path.join(folder, 'sheets', 'sheet-00002.svg'), 'utf8');
  expect(svg).toContain('width="210mm" height="297mm"');
  const printed = [...svg.matchAll(/>([0-9A-Z-]{14})<\/text>/g)].map(([, text]) => text);
  const codes = Array.from({ length: 12 }, (_, at) => codeOf('JUL-GOA', 48 + at));
  const expected = (await Promise.all(codes)).map(shownPackCode);
  expect(printed).toEqual(expected);

  const out = place('sheets.pdf');
  const again = ['make', 'JUL-GOA', ...why, '--again', '--size', '30', '--format', 'pdf'];
  expect(await run([...again, '--out', out])).toMatchObject({ exit: 0 });
  const pdf = await readFile(out);
  const pages = pagesOf(pdf);
  expect(pages.map((page) => [...page.matchAll(/\(([0-9A-Z-]{14})\) Tj/g)].length)).toEqual([
    48, 12,
  ]);
  expect(pages[1]).toContain(`(${expected[0]}) Tj`);
  // Each object begins where the table says.
  const text = pdf.toString('latin1');
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(offsets).toHaveLength(7);
  for (const [at, offset] of offsets.entries()) {
    expect(text.slice(offset, offset + 10)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
  }
});

/** The content of each page. */
function pagesOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/<<\/Length (\d+)\/Filter\/FlateDecode>>\nstream\n/g)].map((found) => {
    const from = found.index + found[0].length;
    return inflateSync(pdf.subarray(from, from + Number(found[1]))).toString('latin1');
  });
}

test.each([
  [['--count', '5', '--out', 'x.txt'], '--out must end in .csv.'],
  [['--count', '5', '--format', 'svg', '--out', 'x.svg'], '--out must be a new folder.'],
  [['--count', '5', '--format', 'pdf', '--out', 'x.pdf', '--size', '10'], 'These links need'],
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

test('codes of somebody else are loaded all or not at all, and bad lines are named', async () => {
  packs = { kind: 'unique', codes: 'loaded' };
  const file = place('codes.txt');
  const words = ['load', 'SEP-GOA', '--file', file, ...why];
  const good = Array.from({ length: 5000 }, (_, at) => `ab-${String(at).padStart(6, '0')}`);
  await writeFile(file, [...good, 'no!', 'AB 000007', ''].join('\r\n'));
  const refused = await run(words);
  expect(refused.exit).toBe(1);
  expect(refused.errors).toContain('Nothing was loaded: 2 lines are wrong.');
  expect(refused.errors).toContain('line 5001: is not 6 to 32 letters and digits');
  expect(refused.errors).toContain(
    'line 5002: its code is there already, here or in another batch',
  );
  await writeFile(file, `\uFEFF${good.join('\n')}`);
  expect((await run([...words, '--json'])).json()).toMatchObject({ label: 'SEP-GOA', codes: 5000 });
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::integer as count from inaam.pack_code where pack = $1',
    [keys.packIndex('AB000007')],
  );
  expect(rows[0]?.count).toBe(1);
  expect((await run(words)).errors).toContain('there is a batch SEP-GOA already');
});

test('a batch is opened, closed and recalled, and each change has its reason', async () => {
  for (const label of ['OCT-GOA', 'NOV-GOA']) {
    const words = ['make', label, '--product', 'Soda', '--count', '3', ...why];
    expect((await run([...words, '--out', place(`${label}.csv`)])).exit).toBe(0);
  }
  for (const change of ['open', 'close', 'open', 'recall']) {
    const words = [change, 'OCT-GOA', '--why', `we ${change} it`, '--by', 'asha'];
    expect(await run(words)).toMatchObject({ exit: 0 });
  }
  expect(await newestAudits(variables)).toMatchObject([
    { command: 'packs recall', details: { label: 'OCT-GOA' } },
  ]);
  expect((await run(['open', 'OCT-GOA', ...why])).errors).toContain(
    'recalled, which cannot be undone',
  );
  expect((await run(['close', 'NOV-GOA', ...why])).errors).toContain('was never open');
  expect((await run(['open', 'NONE', ...why])).errors).toContain('There is no batch NONE.');
  expect((await run(['list', '--json'])).json()).toMatchObject({
    kind: 'made',
    hasMore: false,
    days: [],
    batches: expect.arrayContaining([
      expect.objectContaining({ label: 'NOV-GOA', codes: 3, state: 'draft', reason: null }),
      expect.objectContaining({ label: 'OCT-GOA', state: 'recalled', reason: 'we recall it' }),
    ]),
  });
});
