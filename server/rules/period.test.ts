import { expect, test } from 'vitest';
import { indianDay, mayGrant, phaseOf } from './period.ts';

const programme = { from: '2025-05-06', to: '2025-09-15' };

test.each([
  ['2025-05-05T18:29:59.999Z', 'notStarted', false],
  ['2025-05-05T18:30:00.000Z', 'open', true],
  ['2025-09-15T18:29:59.999Z', 'open', true],
  ['2025-09-15T18:30:00.000Z', 'ended', true],
  ['2025-09-16T18:29:59.999Z', 'ended', true],
  ['2025-09-16T18:30:00.000Z', 'ended', false],
])('[CAM-4] at %s the programme is %s and a reward may be granted: %s', (time, phase, grants) => {
  expect(phaseOf(programme, Date.parse(time))).toBe(phase);
  expect(mayGrant(programme, Date.parse(time))).toBe(grants);
});

test('[CAM-4] a day begins at midnight in India', () => {
  expect(indianDay(Date.parse('2025-05-05T18:29:59.999Z'))).toBe('2025-05-05');
  expect(indianDay(Date.parse('2025-05-05T18:30:00.000Z'))).toBe('2025-05-06');
});
