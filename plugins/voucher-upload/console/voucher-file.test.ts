import { failureOf } from '@inaam/console/app/calls/send-call.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mayBeCode } from '@inaam/contract/console/csv-file.ts';
import {
  hideCode,
  previewFile,
  firstChoice,
  hasSameColumns,
  noColumn,
  readingFaults,
  readingOf,
  unreadColumns,
} from './file-preview.ts';
import { sendVoucherFile } from './send-voucher-file.ts';

const preview = (text: string, isWhole = true) =>
  previewFile(new TextEncoder().encode(text), isWhole);

test.each([
  ['code,amount\nABCD-1,3\n', 'comma', ['code', 'amount'], { code: 0, amount: 1, expiry: -1 }],
  [
    '\uFEFFSerial;Voucher No;"Valid till; last day"\r\n1;ABCD;31/12/2027\r\n',
    'semicolon',
    ['Serial', 'Voucher No', 'Valid till; last day'],
    { code: 1, amount: -1, expiry: 2 },
  ],
  [
    'Denomination\tPIN\tExpiry\n3\tABCD\t2027-01-01',
    'tab',
    ['Denomination', 'PIN', 'Expiry'],
    { code: 1, amount: 0, expiry: 2 },
  ],
  ['PIN,Card code\n1,ABCD', 'comma', ['PIN', 'Card code'], { code: 1, amount: -1, expiry: -1 }],
  ['codes\nABCD\nEFGH', 'comma', ['codes'], { code: 0, amount: -1, expiry: -1 }],
])('finds separator and columns of %j', (text, separator, columns, guess) => {
  expect(preview(text)).toMatchObject({ separator, columns, guess });
});

test('shows the first five lines, as a spreadsheet reads them', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `"AB ""${at}""",3`);
  const found = preview(`code,amount\n\n${lines.join('\n')}\n`);
  expect(found).toMatchObject({ rows: { length: 5 } });
  expect(found).toHaveProperty('rows.0', ['AB "0"', '3']);
});

test('a line that is cut off is not shown, whatever ends the lines', () => {
  expect(preview('code,amount\rABCD,3\rEFG', false)).toMatchObject({ rows: [['ABCD', '3']] });
});

test.each([
  ['PK\u0003\u0004', 'The file is a ZIP archive, not a CSV file. Unpack it'],
  ['c\0o\0d\0e\0', 'not a CSV file'],
  ['', 'empty'],
  ['\n\n', 'empty'],
  ['ABCD-1,3\nABCD-2,3', 'must name the columns'],
  ['ABCD-1,31/12/2027\n', 'must name the columns'],
  ['Code,amount,code\nA,3,B', 'Two columns have the name “code”. Rename one of them.'],
])('says what is wrong with %j', (text, sentence) => {
  expect(preview(text)).toContain(sentence);
});

test.each([
  ['INM-4F7A99', true, 'IN••••••99'],
  ['ABCDEFGH', false, 'AB••••GH'],
  ['2027-01-31', false, '20••••••31'],
  ['31/12/2027', false, '31••••••27'],
  ['3', false, '•'],
])('%j may be a code: %s', (cell, expected, hidden) => {
  expect(mayBeCode(cell)).toBe(expected);
  expect(hideCode(cell)).toBe(hidden);
});

const looked = {
  separator: 'tab',
  columns: ['Voucher No', 'Rs', 'Valid till'],
  guess: { code: 0, amount: -1, expiry: 2 },
} as const;

test('columns that nobody has chosen are named', () => {
  const columns = ['Voucher No', '', 'Valid till', 'PIN', 'Batch'];
  expect(unreadColumns(columns, firstChoice(looked))).toEqual(['PIN', 'Batch']);
});

test('reads the guessed columns, with the amount that all codes share', () => {
  const choice = firstChoice(looked);
  expect(readingFaults(choice)).toEqual({ amountOfAll: 'Enter the amount.' });
  expect(readingOf(looked, choice)).toBeUndefined();
  expect(readingOf(looked, { ...choice, amountOfAll: 5 })).toEqual({
    separator: 'tab',
    codeColumn: 'Voucher No',
    amountColumn: null,
    amountOfAll: 5,
    expiryColumn: 'Valid till',
    expiryOfAll: null,
  });
  const other = { amount: '1', expiry: noColumn, amountOfAll: 5, expiryOfAll: '2099-01-01' };
  expect(readingOf(looked, { ...choice, ...other })).toMatchObject({
    amountColumn: 'Rs',
    amountOfAll: null,
    expiryColumn: null,
    expiryOfAll: '2099-01-01',
  });
});

test.each([
  ['the same', {}, true],
  ['another separator', { separator: 'comma' }, false],
  ['another name', { columns: ['Voucher No', 'Rs', 'Until'] }, false],
  ['another order', { columns: ['Rs', 'Voucher No', 'Valid till'] }, false],
  ['one more', { columns: [...looked.columns, 'Shop'] }, false],
  ['one less', { columns: ['Voucher No', 'Rs'] }, false],
] as const)('a file with %s has the columns that were chosen before: %j is %s', (_, part, same) => {
  expect(hasSameColumns({ ...looked, ...part }, looked)).toBe(same);
});

test.each([
  [{ code: null }, 'code'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '1', expiry: '1' }, 'expiry'],
  [{ amount: '1', expiry: '0' }, 'expiry'],
])('of the columns %j the field %s is wrong', (part, field) => {
  const choice = { ...firstChoice(looked), amountOfAll: 5, ...part };
  expect(Object.keys(readingFaults(choice))).toEqual([field]);
  expect(readingOf(looked, choice)).toBeUndefined();
});

test('names the limit of a proxy that takes no file of this size', async () => {
  class Upload extends EventTarget {
    upload = new EventTarget();
    status = 413;
    responseText = '<html><title>413 Request Entity Too Large</title></html>';
    open = () => undefined;
    setRequestHeader = () => undefined;
    send = () => void this.dispatchEvent(new Event('load'));
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { signal } = new AbortController();
  const options = { show: () => undefined, signal, campaign: 'tea' };
  const reading = {
    separator: 'comma' as const,
    codeColumn: 'code',
    amountColumn: null,
    amountOfAll: 5,
    expiryColumn: null,
    expiryOfAll: null,
  };
  const fields = { reading, load: null };
  const failure = failureOf(
    await sendVoucherFile(new Blob(['A']), fields, options).catch((error) => error),
  );
  expect(failure.message).toContain('client_max_body_size');
  expect(failure.isPassing).toBe(false);
});
