import { expect, test } from 'vitest';
import type { Sms } from '@inaam/campaigns/loader/server-campaign.ts';
import { hoursNote } from './number-story.command.ts';

const text = {
  dlt: { entityId: '1', headerId: 'INAAM', templateId: '2' },
  text: 'Your voucher is {code}.',
};
const vouchers: Sms['vouchers'] = {
  3: { ...text, category: 'service-implicit' },
  5: { ...text, category: 'promotional' },
};
const message = {
  message: '1',
  kind: 'voucher',
  state: 'owed',
  owedAt: 0,
  sentAt: null,
  tries: 0,
  reason: null,
} as const;
const spelled = 'The SMS with the voucher is sent from 10:00 to 21:00 in India only.';

test.each([
  ['a text of certain hours', 5, { state: 'owed' }, spelled],
  ['with its code assigned', 5, { state: 'assigned' }, spelled],
  ['already sent', 5, { state: 'sent' }, undefined],
  ['a text of any hour', 3, { state: 'owed' }, undefined],
  ['a one-time code', 5, { kind: 'otp', state: 'owed' }, undefined],
  ['an amount without a text', 7, { state: 'owed' }, undefined],
] as const)('the hours of a voucher that waits are named: %s', (_, amount, changes, note) => {
  expect(hoursNote([{ ...message, ...changes }], { amount }, vouchers)).toBe(note);
});

test('without a reward no hours are named', () => {
  expect(hoursNote([message], undefined, vouchers)).toBeUndefined();
});
