import { expect, test } from 'vitest';
import { sendableMs, waitForHours } from './delivery-limits.rules.ts';

const hours = { from: 10, until: 21 };
const at = (time: string) => Date.parse(`2025-06-30T${time}+05:30`);
const hourMs = 3_600_000;

test.each([
  ['00:00:00.000', 10 * hourMs + 60_000],
  ['09:59:59.999', 60_001],
  ['10:00:00.000', 60_000],
  ['10:00:59.999', 1],
  ['10:01:00.000', 0],
  ['15:30:00.000', 0],
  ['20:58:59.999', 0],
  ['20:59:00.000', 13 * hourMs + 2 * 60_000],
  ['21:00:00.000', 13 * hourMs + 60_000],
  ['23:59:59.999', 10 * hourMs + 60_001],
])('at %s, Indian time, a message of 10:00 to 21:00 waits for %i ms', (time, ms) => {
  expect(waitForHours(hours, at(time))).toBe(ms);
  expect(waitForHours(hours, at(time) + ms)).toBe(0);
});

const dayMs = 24 * hourMs;
const openMs = 11 * hourMs - 2 * 60_000;

test.each([
  ['within one day', at('11:00:00'), at('12:30:00'), 1.5 * hourMs],
  ['before it opens', at('08:00:00'), at('10:02:00'), 60_000],
  ['over a night', at('20:58:00'), at('10:03:00') + dayMs, 3 * 60_000],
  ['in a night', at('22:00:00'), at('09:00:00') + dayMs, 0],
  ['over midnight of UTC', at('05:29:59'), at('05:30:01'), 0],
  ['a day', at('16:00:00'), at('16:00:00') + dayMs, openMs],
  ['ten days of a night', at('23:00:00'), at('23:00:00') + 10 * dayMs, 10 * openMs],
])('of the time %s only what is inside the hours counts', (_, from, to, ms) => {
  expect(sendableMs(hours, from, to)).toBe(ms);
});
