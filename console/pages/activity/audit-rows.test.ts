import { expect, test } from 'vitest';
import { csvOf } from '../../ui/csv.ts';
import {
  addressOf,
  addressOfThing,
  collectRows,
  csvMax,
  filterIn,
  nothing,
  pseudonymsIn,
  tableOf,
  timeLineOf,
  titleOf,
  type AuditRow,
} from './audit-rows.ts';

const row = (number: number): AuditRow => ({
  number,
  at: Date.parse('2025-07-01T06:00:00Z'),
  by: '=cmd',
  command: 'draw commit',
  what: 'Committed to the draw',
  details: 'commitment: ab, cd\nentries: 1',
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
  ['console review hold', 'cluster: 12\ncount: 3', '/review/12'],
  ['vouchers load', 'batch: 3', '/deliveries'],
  ['console deliveries settle', '', '/deliveries'],
  ['draw commit', '', '/draw'],
  ['console sign-in', '', '/sign-in'],
])('%s with "%s" leads to %s', (command, details, address) => {
  expect(addressOfThing({ ...row(1), command, details })).toBe(address);
});

test('shoppers are found by their whole pseudonyms', () => {
  const pseudonym = '0123456789abcdef0123456789abcdef';
  const details = `pseudonyms: ${pseudonym}\nmessage: 01234567…`;
  expect(pseudonymsIn({ ...row(1), details })).toEqual([pseudonym]);
});

test('no filter is that of an address without one', () => {
  expect(filterIn(new URLSearchParams())).toEqual(nothing);
});

test.each([
  [0, 0, false],
  [1000, 1000, false],
  [1001, 1001, false],
  [csvMax, csvMax, false],
  [csvMax + 1, csvMax, true],
])('of %i rows of the log %i are saved', async (count, saved, hasMore) => {
  const { read, asked } = logOf(count);
  const found = await collectRows(read, nothing);
  expect([found.rows.length, found.hasMore]).toEqual([saved, hasMore]);
  expect(new Set(found.rows.map(({ number }) => number)).size).toBe(saved);
  expect(asked).toHaveLength(Math.max(1, Math.ceil(saved / 1000)));
});

test('a spreadsheet runs nothing that is in the log', () => {
  expect(csvOf(tableOf([row(7)])).split('\r\n')[1]).toBe(
    `7,"1 Jul 2025, 11:30 IST",'=cmd,Committed to the draw,draw commit,"commitment: ab, cd; entries: 1",launch`,
  );
});

test.each([
  ['', nothing],
  [
    'who=Asha+Rao&from=2025-07-01&until=2025-07-02',
    { by: 'Asha Rao', from: '2025-07-01', until: '2025-07-02' },
  ],
  ['what=draw+commit', { command: 'draw commit' }],
  ['from=2025-07-02&until=2025-07-01', {}],
  ['from=yesterday&who=', {}],
])('the filters are in the address: %j', (address, filter) => {
  const found = filterIn(new URLSearchParams(address));
  expect(found).toEqual({ ...nothing, ...filter });
  expect(filterIn(addressOf(found))).toEqual(found);
});

const hourMs = 3_600_000;
const looked = { command: 'console person find', what: 'Looked up a person' };

test('a day folds what one person does several times, one after another', () => {
  const rows = [
    { ...row(7), ...looked },
    { ...row(6), ...looked },
    { ...row(5), ...looked, by: 'Ravi' },
    row(4),
    { ...row(4), number: 40 },
    { ...row(4), number: 41, reason: 'again' },
    { ...row(3), ...looked },
    { ...row(2), ...looked, at: row(2).at - 12 * hourMs },
    { ...row(1), ...looked, at: row(2).at - 12 * hourMs },
  ];
  const shown = timeLineOf(rows).map(({ day, entries }) => [
    day,
    ...entries.map((entry) => `${entry.rows[0].by}: ${titleOf(entry)}`),
  ]);
  const one = 'Looked up a person';
  expect(shown).toEqual([
    [
      '2025-07-01',
      '=cmd: 2 look-ups',
      `Ravi: ${one}`,
      '=cmd: Committed to the draw, 2 times',
      '=cmd: Committed to the draw',
      `=cmd: ${one}`,
    ],
    ['2025-06-30', '=cmd: 2 look-ups'],
  ]);
});
