import { expect, test } from 'vitest';
import { sendableAge } from './delivery-limits.rules.ts';

const hour = 3600;
const day = { from: 10, until: 21 };
const anyHour = undefined;
const at = (time: string) => Date.parse(`2025-06-30T${time}:00+05:30`);

test.each<[string, (typeof day | undefined)[], number | null, string, number | null]>([
  ['a night', [day, day], 11 * hour, '09:00', 0],
  ['a night and an hour', [day], 14 * hour, '11:01', hour],
  ['a day', [day], 2 * hour, '15:00', 2 * hour],
  ['a night, where one is sent at any hour', [day, anyHour], 9, '03:00', 9],
  ['a night of what is sent at any hour', [anyHour], 9, '03:00', 9],
  ['nothing', [day], null, '03:00', null],
])('of %s counts what could be used to send', (_, hours, seconds, time, counted) => {
  expect(sendableAge(hours, seconds, at(time))).toBe(counted);
});
