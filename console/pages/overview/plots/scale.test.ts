import { expect, test } from 'vitest';
import { labelledBuckets, ticksOf, wrapLabel } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [36, [0, 10, 20, 30, 40]],
  [47, [0, 20, 40, 60]],
  [204, [0, 100, 200, 300]],
  [1_00_000, [0, 50_000, 1_00_000]],
])('an axis up to %d has round, whole ticks', (max, ticks) => {
  expect(ticksOf(max)).toEqual(ticks);
});

test.each([
  [24, 'hour', 24, 24, 1],
  [24, 'hour', 9, 8, 3],
  [7, 'day', 7, 7, 1],
  [30, 'day', 7, 5, 7],
  [30, 'day', 1, 1, 30],
] as const)(
  '%d buckets of a %s have labels that fit into %d',
  (count, unit, room, labels, step) => {
    const places = labelledBuckets(count, unit, room);
    expect(places).toHaveLength(labels);
    if (labels > 1) expect(places[1]).toBe(step);
  },
);

test.each([
  ['pack', ['pack']],
  ['blocked by the operator', ['blocked by the', 'operator']],
  ['x'.repeat(21), ['x'.repeat(21)]],
  ['x'.repeat(22), ['x'.repeat(21), 'x']],
  ['x'.repeat(63), ['x'.repeat(21), 'x'.repeat(21), 'x'.repeat(21)]],
  ['x'.repeat(64), ['x'.repeat(21), 'x'.repeat(21), `${'x'.repeat(20)}…`]],
  [`${'x'.repeat(21)} y`, ['x'.repeat(21), 'y']],
  ['', []],
])('wraps the label "%s"', (label, lines) => {
  expect(wrapLabel(label, 21)).toEqual(lines);
});
