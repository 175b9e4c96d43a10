import { expect, test } from 'vitest';
import { csvLine } from './csv-writer.ts';

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
