import { expect, test } from 'vitest';
import { wrapLabel } from './wrap-label.ts';

test.each([
  ['pack', ['pack']],
  ['blocked by the operator', ['blocked by the', 'operator']],
  ['x'.repeat(21), ['x'.repeat(21)]],
  ['x'.repeat(22), ['x'.repeat(21), 'x']],
  ['x'.repeat(42), ['x'.repeat(21), 'x'.repeat(21)]],
  ['x'.repeat(63), ['x'.repeat(21), 'x'.repeat(21), 'x'.repeat(21)]],
  ['x'.repeat(64), ['x'.repeat(21), 'x'.repeat(21), `${'x'.repeat(20)}…`]],
  [`${'x'.repeat(21)} y`, ['x'.repeat(21), 'y']],
  ['', []],
])('wraps the label "%s"', (label, lines) => {
  expect(wrapLabel(label)).toEqual(lines);
});
