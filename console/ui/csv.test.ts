import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const columns = [{ label: 'Source' }, { label: 'Visits', isNumber: true }];

test('writes a CSV file that Excel reads as UTF-8', () => {
  expect(csvOf({ columns, rows: [['पोस्टर', 12]] })).toBe('\uFEFFSource,Visits\r\nपोस्टर,12\r\n');
});

test('quotes values that would break a line of a CSV file', () => {
  const rows = [
    ['a,b', 1],
    ['say "hello"', 2],
    ['two\nlines', 3],
  ];
  expect(csvOf({ columns, rows })).toContain('"a,b",1\r\n"say ""hello""",2\r\n"two\nlines",3');
});

test.each(['=1+1', '+91', '-2', '@SUM(A1)', '\t=1'])(
  'keeps a spreadsheet from running %j as a formula',
  (text) => {
    expect(csvOf({ columns, rows: [[text, 1]] })).toContain(`\r\n'${text},1`);
  },
);

test('leaves a negative number of a CSV file a number', () => {
  expect(csvOf({ columns, rows: [['a', -5]] })).toContain('a,-5');
});
