import fc from 'fast-check';
import { createCsvReader, csvLine, recordLengthMax } from './csv.ts';
import { expect, test } from 'vitest';

const read = (text: string, separator = ',') => createCsvReader(separator).read(text, true);
const cells = (text: string, separator = ',') => read(text, separator).map((one) => one.cells);

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '1') });
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

test('quoted records are read as they were written, with any ends of lines and in any pieces', () => {
  const records = fc.array(fc.tuple(fc.array(cell, { minLength: 1 }), lineEnd));
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 });
  fc.assert(
    fc.property(records, sizes, (lines, lengths) => {
      const text = lines.map(([row, end]) => row.map(quoted).join(',') + end).join('');
      const reader = createCsvReader(',');
      const found = [];
      for (let at = 0, turn = 0; at < text.length; turn += 1) {
        const next = at + (lengths[turn % lengths.length] ?? 1);
        found.push(...reader.read(text.slice(at, next), false));
        at = next;
      }
      found.push(...reader.read('', true));
      const written = lines.map(([row]) => row.map((one) => one.trim()));
      const withText = written.filter((row) => row.some((one) => one !== ''));
      expect(found.map((one) => one.cells)).toEqual(withText);
      expect(reader.endless()).toBeUndefined();
    }),
  );
});

test.each([
  [
    'a,b\n"c" , " d "\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a,5" pipe,"x"y,"q ""w"""', [['a', '5" pipe', 'xy', 'q "w"']]],
  ['="001",\u00A0b\u00A0,\uFEFF"c"', [['="001"', 'b', 'c']]],
  ['a,,\n,,\n \n\u001A', [['a', '', '']]],
  ['"",x', [['', 'x']]],
])('%j is read as spreadsheets do', (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

test('an empty cell between tabs is a cell, and a blank before a quotation mark is none', () => {
  expect(cells('a\t\tb\t\n\t "x\ty"\t', '\t')).toEqual([
    ['a', '', 'b', ''],
    ['', 'x\ty', ''],
  ]);
});

test('each line is counted once, in quoted cells and between records', () => {
  const text = 'a\r\n\r\nb,"1\r\n2\r3\n4"\rc\n\n\n"d\n"\r\ne';
  expect(read(text).map(({ line, cells: [first] }) => [line, first])).toEqual([
    [1, 'a'],
    [3, 'b'],
    [7, 'c'],
    [10, 'd'],
    [12, 'e'],
  ]);
});

test.each([
  ['is never closed', 'a\n\nb\n"c\nd\n', 4],
  ['is closed too late', `a\n"${'b\n'.repeat(5000)}"\nc`, 2],
  ['is too long', `a\nb\n${'c'.repeat(recordLengthMax + 1)}\nd`, 3],
  ['is too long, without an end', 'c'.repeat(recordLengthMax + 1), 1],
])('a record that %s is named by its first line, and nothing after it is read', (_, text, line) => {
  for (const isWhole of [true, false]) {
    const reader = createCsvReader(',');
    const records = [
      ...reader.read(text, isWhole),
      ...(isWhole ? [] : [...reader.read('', true), ...reader.read('e\n', true)]),
    ];
    expect(reader.endless()).toBe(line);
    expect(records.every((one) => one.line < line)).toBe(true);
  }
});

test('cells are quoted where they must be', () => {
  expect(csvLine(['a', -3, null, 'b,c', 'say "x"', ' y', 'two\nlines'])).toBe(
    'a,-3,,"b,c","say ""x"""," y","two\nlines"\r\n',
  );
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '|cmd',
  '＝1+1',
  '\u001b=1+1',
  '=HYPERLINK("x","y")',
])('%j is text for a spreadsheet, and no formula', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
});

test('where a spreadsheet ends a cell at another character, what follows is text as well', () => {
  expect(csvLine(['a;=1+1', 'b\t+1', 'c\n@x', 'd;-1;e'])).toBe(
    `"a;'=1+1","b\t'+1","c\n'@x","d;'-1;e"\r\n`,
  );
});

test('what a terminal would obey is left out', () => {
  expect(csvLine(['a\u001b[2J\u009b31m\u0007b', 'Asha \u202eoaR', 'क्\u200dष'])).toBe(
    'a[2J31mb,Asha oaR,क्\u200dष\r\n',
  );
});
