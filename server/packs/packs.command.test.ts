// What the printer gets, codes of somebody else, and what becomes of a batch.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
    out,
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
