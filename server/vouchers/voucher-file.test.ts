import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openFile } from '../operator/open-file.ts';
import { defaultColumns, readVoucherFile, type VoucherFileOptions } from './voucher-file.ts';
import { folderOfTest } from '@inaam/testing/setup/folders.ts';

const options: VoucherFileOptions = {
  codeColumn: defaultColumns.code,
  amountColumn: defaultColumns.amount,
  expiryColumn: defaultColumns.expiry,
  isExpiryOptional: true,
  amounts: [3, 5],
  promisedUntil: '2026-05-01',
};

const read = (text: string | Uint8Array, changed: Partial<VoucherFileOptions> = {}) =>
  Array.fromAsync(readVoucherFile(Readable.from([text]), { ...options, ...changed }));

/** The problem reported for the cells of line 2, if any. */
async function said(cells: string, head = 'code,amount'): Promise<string | undefined> {
  const [line] = await read(`${head}\n${cells}\n`);
  if (line?.line !== 2) throw new Error('Line 2 was not read.');
  return 'kind' in line ? line.kind : undefined;
}

test.each([
  ['ABCD', true],
  ['ABC', false],
  ['M'.repeat(24), true],
  ['M'.repeat(25), false],
  ['ABC-', false],
  ['AB C', false],
])('[CAM-6] a code %j is accepted: %s', async (code, isTaken) => {
  expect(await said(`${code},3`)).toBe(
    isTaken ? undefined : 'its code is not 4 to 24 letters, digits and hyphens',
  );
});

test.each(['=1+1,3', '+ABCD,3', '-ABC,3', '@SUM,3', 'ABCD,-3', 'ABCD,=3', '"=cmd|x",3'])(
  'a formula is refused: %s',
  async (cells) => {
    expect(await said(cells)).toBe('begins a cell as a formula, with =, +, - or @');
  },
);

test.each(['AB\u0000CD,3,x', 'ABCD,3,a\u0007b', '"AB\nCD",3,x', 'AB\u202ECD,3,x'])(
  'a control character is refused in every column: %j',
  async (cells) => {
    const [line] = await read(`code,amount,note\n${cells}\n`);
    expect(line).toMatchObject({ kind: 'has a control character' });
  },
);

test.each([
  ['ABCD,3', undefined],
  ['ABCD,3.00', undefined],
  ['ABCD,3.50', 'its amount is not one of 3, 5'],
  ['ABCD,10', 'its amount is not one of 3, 5'],
  ['ABCD,Rs 3', 'its amount is not one of 3, 5'],
  ['ABCD,', 'its amount is not one of 3, 5'],
])('the amount of %j: %s', async (cells, problem) => {
  expect(await said(cells)).toBe(problem);
});

const noDay = 'its expiry is not a day such as 2027-03-31 or 31/03/2027';
test.each([
  ['2026-05-01', '2026-05-01'],
  ['31/03/2027', '2027-03-31'],
  ['31-03-2027', '2027-03-31'],
  ['', undefined],
])('an expiry of %j is %s', async (cell, day) => {
  const [line] = await read(`code,amount,expires\nABCD,3,${cell}\n`);
  expect(line).toEqual({ line: 2, code: 'ABCD', amount: 3, expiresOn: day });
});

test.each([
  [
    '2026-04-30',
    'expires before 2026-05-01, until when a voucher of today is promised to be valid',
  ],
  ['03/31/2027', noDay],
  ['31/02/2027', noDay],
  ['31.03.2027', noDay],
  ['tomorrow', noDay],
])('an expiry of %j is refused', async (cell, problem) => {
  expect(await said(`ABCD,3,${cell}`, 'code,amount,expires')).toBe(problem);
});

test('files are accepted as spreadsheets write them', async () => {
  expect(await read('\uFEFF"Code", Amount\r\n"ABCD-1","3"\r\n\r\n EFGH-2 , 5 \r\n,\r\n')).toEqual([
    { code: 'ABCD-1', amount: 3, expiresOn: undefined, line: 2 },
    { code: 'EFGH-2', amount: 5, expiresOn: undefined, line: 4 },
  ]);
});

test('a file without its first line is refused, and no code is repeated', async () => {
  const found = await read('ABCD-1,3\nABCD-2,3\n');
  expect(found).toEqual([{ line: 1, kind: expect.stringContaining('names no column "code"') }]);
  expect(JSON.stringify(found)).not.toContain('ABCD');
});

test('[CAM-6] the first line again is no code, though it could be one', async () => {
  const text = 'code,note\nABCD,x\nCODE,Note\nEFGH,\n';
  const found = await read(text, { amountColumn: undefined, amountOfAll: 3 });
  expect(found.map((line) => ('kind' in line ? line.kind : line.code))).toEqual([
    'ABCD',
    expect.stringContaining('is the first line again'),
    'EFGH',
  ]);
});

const endless = {
  kind: 'is not CSV: a quotation mark is never closed, or the line is longer than 8192 characters. What follows was not read',
};
const rows = (count: number) => Array.from({ length: count }, (_, at) => `CODE-${at},3\n`).join('');
/** In pieces, as they arrive from a network. */
const inPieces = (text: string) => {
  const bytes = Buffer.from(text);
  const size = 65_536;
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    ),
    { objectMode: false },
  );
};
const problemsIn = async (text: string) => {
  const found = await Array.fromAsync(readVoucherFile(inPieces(text), options));
  return found.filter((line) => 'kind' in line);
};

test('a quotation mark that is never closed is one fault, with the line where it begins', async () => {
  const text = `code,amount\nABCD-1,3\nABCD-2,3\n"ABCD-3,3\n${rows(50_000)}`;
  expect(await problemsIn(text)).toEqual([{ line: 4, ...endless }]);
});

test.each([
  ['of separators', ','.repeat(300_000)],
  ['of one word', 'A'.repeat(300_000)],
])('a line %s that does not end is one fault, and nothing after it is read', async (_, line) => {
  const text = `code,amount\r\nABCD-1,3\r\n${line}\r\n=FORMULA,3\r\n`;
  expect(await problemsIn(text)).toEqual([{ line: 3, ...endless }]);
});

test('a file that is one line of separators is refused before it fills the memory', async () => {
  let pieces = 0;
  const separators = async function* () {
    for (; pieces < 2000; pieces += 1) yield Buffer.alloc(65_536, ',');
  };
  const found = await Array.fromAsync(
    readVoucherFile(Readable.from(separators(), { objectMode: false }), options),
  );
  expect(found).toEqual([{ line: 1, ...endless }]);
  expect(pieces).toBeLessThan(20);
});

test('the longest line is read, and one character more is not', async () => {
  const line = (bytes: number) => `ABCD,3,${'x'.repeat(bytes - 'ABCD,3,'.length)}`;
  const text = (bytes: number) => `code,amount,note\n${line(bytes)}\n`;
  expect(await problemsIn(text(8192))).toEqual([]);
  expect(await problemsIn(text(8193))).toEqual([{ line: 2, ...endless }]);
});

test('a file that cannot be read is an error of its reader, not of the program', async () => {
  const folder = await folderOfTest();
  const file = path.join(folder, 'codes.csv');
  await writeFile(file, 'code,amount\nABCD,3\n');
  const { read, share } = await openFile(file);
  await rm(file);
  expect(share()).toBe(0);
  await expect(Array.fromAsync(readVoucherFile(read(), options))).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('a folder is not said to be missing, as a file is that is not there', async () => {
  const none = path.join(tmpdir(), 'inaam-no-such-codes.csv');
  await expect(openFile(none)).rejects.toThrow(`File not found: ${none}.`);
  await expect(openFile(tmpdir())).rejects.toThrow('is not a file');
});
