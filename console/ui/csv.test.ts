import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const columns = [{ label: 'Source' }, { label: 'Visits', isNumber: true }];

test('writes a CSV file that Excel reads as UTF-8', () => {
  expect(csvOf({ columns, rows: [['पोस्टर', 12]] })).toBe('\uFEFFSource,Visits\r\nपोस्टर,12\r\n');
});
