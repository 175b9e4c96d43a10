import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells are quoted where they must be', () => {
  expect(csvLine(['a', -3, null, 'b,c', 'say "x"', ' y', 'two\nlines'])).toBe(
    'a,-3,,"b,c","say ""x"""," y","two\nlines"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '|cmd', '=HYPERLINK("x","y")'])(
  '%j is text for a spreadsheet, and no formula',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  },
);
