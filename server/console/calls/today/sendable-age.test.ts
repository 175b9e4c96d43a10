import { expect, test } from 'vitest';
import type { SmsCategory } from '@inaam/campaigns/sms/sms-category.ts';
import { sendableAge } from './sendable-age.ts';

const hour = 3600;
const at = (time: string) => Date.parse(`2025-06-30T${time}:00+05:30`);

test.each<[string, SmsCategory[], number | null, string, number | null]>([
  ['a night', ['promotional', 'service-explicit'], 11 * hour, '09:00', 0],
  ['a night and an hour', ['promotional'], 14 * hour, '11:01', hour],
  ['a day', ['promotional'], 2 * hour, '15:00', 2 * hour],
  ['a night, where one is sent at any hour', ['promotional', 'service-implicit'], 9, '03:00', 9],
  ['a night of what is sent at any hour', ['service-implicit'], 9, '03:00', 9],
  ['nothing', ['promotional'], null, '03:00', null],
])('of %s counts what could be used to send', (_, categories, seconds, time, counted) => {
  const vouchers = Object.fromEntries(categories.map((category, at) => [at, { category }]));
  expect(sendableAge(vouchers, seconds, at(time))).toBe(counted);
});
