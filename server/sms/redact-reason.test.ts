import { expect, test } from 'vitest';
import { redactReason } from './provider.ts';

const sms = { to: '9876543210', text: 'Your code is 482913.', variables: { code: 'AbC-482' } };
const without = (reason: string, secrets: readonly string[] = []) =>
  redactReason(reason, sms, secrets);

test.each([
  ['template is wrong', 'template is wrong'],
  ['no such number 919876543210', 'no such number #'],
  ['to 9876543210, from INAAMB', 'to #, from INAAMB'],
  ['rejected "your code" here', 'rejected "# #" here'],
  ['CODE=482913&to=x', '#=#&to=x'],
  ['482 is short', '482 is short'],
  ['abc-482', '#'],
  ['x-ABC-482-y', '#'],
  ['482913.', '#'],
  ['to 98765 43210', 'to #'],
  ['to 9 8 7 6 5  4 3 2 1 0', 'to #'],
  ['to (98765)\u00a0432.10!', 'to (#!'],
  ['98765 is a prefix', '98765 is a prefix'],
])('the reason %j is kept as %j', (reason, kept) => {
  expect(without(reason)).toBe(kept);
});

test.each([
  ['key=k+y /ö', 'key=#'],
  ['key=k%2By%20%2F%C3%B6', 'key=#'],
  ['key=k%2By+%2F%C3%B6', 'key=#'],
  ['k+y /ö and k+y /ö', '# and #'],
])('a secret is in no reason, however it is written: %s', (reason, kept) => {
  expect(without(reason, ['k+y /ö'])).toBe(kept);
});
