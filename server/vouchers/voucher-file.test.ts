import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { previewFile } from '@inaam/console/pages/load/file-preview.ts';
import { expect, test } from 'vitest';
import { openFile } from '../operator/open-file.ts';
import { defaultColumns, readVoucherFile, type VoucherFileOptions } from './voucher-file.ts';

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

/** Codes and amounts, as both the reader and the console's page find them. */
async function readBoth(text: string | Uint8Array, changed: Partial<VoucherFileOptions> = {}) {
  const found = await read(text, changed);
  const codes = found.map((line) => ('kind' in line ? line : `${line.code} ${line.amount}`));
  const seen = previewFile(Buffer.from(text), true);
  if (typeof seen === 'string') return { codes, seen };
  const { rows, guess, separator } = seen;
  const shown = rows.map((row) => `${row[guess.code]} ${row[guess.amount]}`);
  return { codes, seen: shown, separator };
}
const twoCodes = ['ABCD-1 3', 'EFGH-2 5'];
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test.each([
  ['ends of lines of three kinds', 'code,amount\r\nABCD-1,3\rEFGH-2,5\n'],
  ['\\r alone', 'code,amount\rABCD-1,3\rEFGH-2,5\r'],
  ['no end of the last line', 'code,amount\nABCD-1,3\nEFGH-2,5'],
  ['a line that says the separator', 'sep=;\r\ncode;amount\r\nABCD-1;3\r\nEFGH-2;5\r\n'],
  ['a quoted one', '\uFEFF"sep=\t"\ncode\tamount\nABCD-1\t3\nEFGH-2\t5\n'],
  ['blank lines', '\n\ncode,amount\n\nABCD-1,3\n  \n,\nEFGH-2,5\n\n\n'],
  [
    'names in other case, with other blanks',
    '\uFEFF CODE\u00A0, "Amount\u200B"\nABCD-1,3\nEFGH-2,5\n',
  ],
  ['blanks around codes', 'code,amount\n\u00A0ABCD-1 ,\u20093\n"EFGH-2" ,5\t\n'],
  ['quoted line breaks', 'code,amount,"a\r\nnote"\nABCD-1,3,"a\r\nb\rc"\r\nEFGH-2,5,"\n\n"\r\n'],
  ['quotation marks', 'code,amount,note\nABCD-1,3,5" of "x"\nEFGH-2,5,"6" wide\n'],
  ['tabs and other text', 'code,amount,note\nABCD-1,3,a\tb\nEFGH-2,5,"=SUM(A1) — é, ü"\n'],
  ['separators at the end', 'code,amount,,\nABCD-1,3,,\nEFGH-2,5,,\n'],
  ['some in lines alone', 'code,amount\nABCD-1,3,\nEFGH-2,5,,,\n'],
  ['too few at the end', 'code,amount,note,,\nABCD-1,3\nEFGH-2,5,,\n'],
  [
    'marks that are alike in all lines',
    'code,"amount",DD/MM/YYYY a:b:c\nABCD-1,3,31/12/2027 1:2:3\nEFGH-2,5,31/12/2027 1:2:3\n',
  ],
  [
    'controls of a wrong conversion',
    'code,amount,note\nABCD-1,3,a\u0085b\nEFGH-2,5,â\u0080\u0093\n',
  ],
  ['an end of the text', 'code,amount\r\nABCD-1,3\r\nEFGH-2,5\r\n\u001A'],
  ['a mark of UTF-8', '\uFEFFcode,amount\nABCD-1,3\nEFGH-2,5\n'],
  ['UTF-16, as spreadsheets write it', utf16('code,amount\r\nABCD-1,3\r\nEFGH-2,5\r\n')],
  ['UTF-16, the other way', utf16('code,amount\nABCD-1,3\nEFGH-2,5\n', true)],
  ['Windows-1252', Buffer.from('code,amount,größe\nABCD-1,3,10 £\nEFGH-2,5,é\n', 'latin1')],
])('[CAM-6] a file with %s is read, and shown as it is read', async (_, text) => {
  expect(await readBoth(text)).toMatchObject({ codes: twoCodes, seen: twoCodes });
});

test('a name that is not ASCII is found in each encoding', async () => {
  const text = 'Gutschein-Größe,code\n3,ABCD-1\n5,EFGH-2\n';
  const named = { amountColumn: 'gutschein-GRÖSSE'.replace('SS', 'ß') };
  for (const bytes of [Buffer.from(text), Buffer.from(text, 'latin1'), utf16(text)]) {
    expect((await readBoth(bytes, named)).codes).toEqual(twoCodes);
  }
});

test.each([
  ['semicolon', ';'],
  ['tab', '\t'],
] as const)(
  'a file with another separator is read, and shown as it is read: %s',
  async (separator, mark) => {
    const text = ['code,amount,note', 'ABCD-1,3,x', 'EFGH-2,5,x'].join('\n').replaceAll(',', mark);
    const read = { codes: twoCodes, seen: twoCodes, separator };
    expect(await readBoth(text)).toEqual(read);
    const names = text.replace('note', 'Rs, in words, all, of it');
    expect(await readBoth(names)).toEqual(read);
    expect(await readBoth(text, { separator: 'comma' })).toMatchObject({
      codes: [{ line: 1, kind: expect.stringContaining('the first line names no column "code"') }],
    });
  },
);

const save = 'Open it in the spreadsheet';
test.each([
  ['an Excel workbook (xlsx)', 'PK\u0003\u0004\u0014\0[Content_Types].xml', save],
  [
    'an OpenDocument spreadsheet (ods)',
    'PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
    save,
  ],
  ['a ZIP archive', 'PK\u0003\u0004\u0014\0codes.csv', 'Unpack it'],
  ['an Excel workbook (xls)', Buffer.from('d0cf11e0a1b11ae1', 'hex'), save],
  ['compressed (gzip)', gzipSync('code,amount\nABCD-1,3\n'), 'Unpack it'],
  ['UTF-16 text without', utf16('code,amount\nABCD-1,3\n').subarray(2), save],
  ['UTF-16 text without', utf16('code,amount\nABCD-1,3\n', true).subarray(2), save],
  ['UTF-32', Buffer.from('fffe000063000000', 'hex'), save],
  ['a PDF', '%PDF-1.7\n', 'Ask the issuer'],
  ['a web page', '\uFEFF\n<!DOCTYPE html>\n<table><tr><td>code', save],
  ['a web page or XML', '<?xml version="1.0"?><Workbook>', save],
  ['JSON', '[{"code":"ABCD-1","amount":3}]', 'Ask the issuer'],
  ['JSON', '{"code":"ABCD-1"}\n{"code":"EFGH-2"}\n', 'Ask the issuer'],
  ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), 'Ask the issuer'],
  ['encrypted (PGP)', '-----BEGIN PGP MESSAGE-----\n', 'Decrypt it'],
  ['no text', Buffer.from('09080800000510000102', 'hex'), save],
  ['separated by vertical bars (|)', 'code|amount\nABCD-1|3\n', save],
  ['separated by “:”', 'code:amount\nABCD-1:3\n', save],
  ['separated by blanks', 'code   amount\nABCD-1      3\n', save],
  ['separated by vertical bars (|)', 'sep=|\ncode|amount\nABCD-1|3\n', save],
  ['two columns have the name “code”', 'Code,amount, code\nABCD-1,3,x\n', 'Rename one'],
  ['two columns have the name “Note”', 'code,amount,note,Note\nABCD-1,3,x,y\n', 'Rename one'],
  ['a quotation mark is never closed', '"code,amount\nABCD-1,3\n', 'What follows was not read'],
])('a file that is wrong as a whole is said to be: %s', async (what, text, remedy) => {
  const { codes, seen } = await readBoth(text);
  expect(codes).toEqual([{ line: expect.any(Number), kind: expect.stringContaining(what) }]);
  expect(codes).toEqual([{ line: 1, kind: expect.stringContaining(remedy) }]);
  const [problem] = codes;
  const kind = typeof problem === 'object' ? problem.kind : '';
  expect(String(seen).toLowerCase()).toContain(kind.toLowerCase());
  expect(JSON.stringify([codes, seen])).not.toMatch(/ABCD/);
});

test.each(['', '\uFEFF', '\r\n\n', ' , \n', 'code,amount\n', 'sep=,\ncode,amount'])(
  'a file without codes has neither codes nor problems: %j',
  async (text) => {
    expect(await read(text)).toEqual([]);
  },
);

test('a column that is missing is named with the columns that there are, and no code', async () => {
  const said = async (text: string, changed = {}) => (await readBoth(text, changed)).codes;
  expect(await said('Voucher No,"Amount, Rs",Valid till,,\nABCD-1,3,,\n')).toEqual([
    {
      line: 1,
      kind: 'the first line names no column "code". It names “Voucher No”, “Amount, Rs”, “Valid till”. Name it with --code-column',
    },
  ]);
  expect(await said('code,Rs,serial-no\nABCD-1,3,1\n')).toEqual([
    {
      line: 1,
      kind: 'the first line names no column "amount". It names “code”, “Rs”, “serial-no”. Name it with --amount-column, or write --amount-of-all',
    },
  ]);
  const [problem] = await said('QWERTYUI,INM-1234\nASDFGHJK,INM-5678\n');
  expect(problem).toEqual({ line: 1, kind: expect.stringContaining('It names “•••”, “•••”') });
});

const swallowed = 'has a quotation mark too many or too few: a cell holds further lines of codes';
test.each([
  ['last', 'code,amount,note', ['A-1,3,"5 inch', 'A-2,3,6"', 'A-3,3,x'], 2],
  ['last, quoted', 'code,amount,note', ['A-1,3,"5 inch', 'A-2,3,"6 inch"', 'A-3,3,x'], 2],
  ['over several lines', 'code,amount,note', ['A-1,3,x', 'A-2,3,"5', 'A-3,3,', 'A-4,5,6"'], 3],
  ['first', 'note,code,amount', ['"5 inch,A-1,3', '6",A-2,3'], 2],
  ['in the middle', 'code,note,amount', ['A-1,"5 inch,3', 'A-2,6",3'], 2],
])(
  '[CAM-6] codes that a lost quotation mark puts into another cell are not lost without a word: %s',
  async (_, head, lines, line) => {
    const text = [head, ...lines, ''].join('\n').replaceAll('A-', 'ABCD-');
    expect((await read(text)).filter((one) => 'kind' in one)).toEqual([{ line, kind: swallowed }]);
  },
);

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
  const folder = await mkdtemp(path.join(tmpdir(), 'inaam-codes-'));
  const file = path.join(folder, 'codes.csv');
  await writeFile(file, 'code,amount\nABCD,3\n');
  const { read, share } = await openFile(file);
  await rm(folder, { recursive: true });
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
