import { expect, test } from 'vitest';
import { csvOf } from '../../ui/csv.ts';
import { collectRows, csvMax, noFilter, tableOf, type AuditRow } from './audit-rows.ts';

const row = (number: number): AuditRow => ({
  number,
  at: Date.parse('2025-07-01T06:00:00Z'),
  by: '=cmd',
  command: 'draw commit',
  what: 'Committed to the draw',
  details: 'commitment: ab, cd',
  reason: 'launch',
});

const logOf = (count: number) => {
  const asked: (number | null)[] = [];
  const read = ({ before, max }: { before: number | null; max: number }) => {
    asked.push(before);
    const newest = (before ?? count + 1) - 1;
    const length = Math.min(max, newest);
    const rows = Array.from({ length }, (_, place) => row(newest - place));
    return Promise.resolve({ rows, hasMore: newest > length });
  };
  return { asked, read };
};

test.each([
  [0, 0, false],
  [1000, 1000, false],
  [1001, 1001, false],
  [csvMax, csvMax, false],
  [csvMax + 1, csvMax, true],
])('of %i rows of the log %i are saved', async (count, saved, hasMore) => {
  const { read, asked } = logOf(count);
  const found = await collectRows(read, noFilter);
  expect([found.rows.length, found.hasMore]).toEqual([saved, hasMore]);
  expect(new Set(found.rows.map(({ number }) => number)).size).toBe(saved);
  expect(asked).toHaveLength(Math.max(1, Math.ceil(saved / 1000)));
});

test('a spreadsheet runs nothing that is in the log', () => {
  expect(csvOf(tableOf([row(7)])).split('\r\n')[1]).toBe(
    `7,"1 Jul 2025, 11:30 IST",'=cmd,Committed to the draw,draw commit,"commitment: ab, cd",launch`,
  );
});
