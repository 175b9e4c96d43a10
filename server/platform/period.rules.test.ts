import { expect, test } from 'vitest';
import {
  dayAfter,
  indianDay,
  mayGrant,
  mayReveal,
  phaseOf,
  untilTomorrow,
} from './period.rules.ts';

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
  // The secret may be revealed exactly when nothing can be granted any more.
  const isAfter = phase === 'ended' && !grants;
  expect(mayReveal(programme, Date.parse(time))).toBe(isAfter);
});

test.each([
  ['2025-05-05T18:29:59.999Z', 1],
  ['2025-05-05T18:30:00.000Z', 86_400_000],
  ['1969-12-31T18:29:00.000Z', 60_000],
])('[CAM-4] at %s the next day of India is %i ms away', (time, ms) => {
  expect(untilTomorrow(Date.parse(time))).toBe(ms);
});

test('[CAM-4] a day begins at midnight in India', () => {
  expect(indianDay(Date.parse('2025-05-05T18:29:59.999Z'))).toBe('2025-05-05');
  expect(indianDay(Date.parse('2025-05-05T18:30:00.000Z'))).toBe('2025-05-06');
});

test.each([
  ['2025-05-06', '2025-05-07'],
  ['2025-12-31', '2026-01-01'],
  ['2028-02-28', '2028-02-29'],
])('[CAM-4] the day after %s is %s', (day, next) => {
  expect(dayAfter(day)).toBe(next);
});
