// The page shows the first lines of a file as the server reads them.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { previewFile } from './console/file-preview.ts';
import { expect, test } from 'vitest';
import {
  defaultColumns,
  readVoucherFile,
  type VoucherFileOptions,
} from '@inaam/server/vouchers/voucher-file.ts';

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
