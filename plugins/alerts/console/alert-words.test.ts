import { alertKinds } from '../contract.ts';
import { expect, test } from 'vitest';
import { kindsIn, openVerdicts, sentInWords, subscriptionOf } from './alert-words.ts';

const at = Date.parse('2025-07-01T10:00:00+05:30');

test.each([
  [[...alertKinds], 9, 'All alerts and the daily report at 09:00 IST'],
  [[...alertKinds], null, 'All alerts'],
  [['stock'], 0, '1 alert and the daily report at 00:00 IST'],
  [['stock', 'budget'], null, '2 of 9 alerts'],
  [[], 23, 'Daily report at 23:00 IST'],
] as const)('%j and hour %j: %s', (kinds, reportHour, words) => {
  expect(subscriptionOf({ kinds: [...kinds], reportHour }, alertKinds)).toBe(words);
});

test('a campaign without packs has all alerts but that of packs', () => {
  const all = kindsIn({ hasPurchases: false });
  expect(all).toEqual(alertKinds.filter((kind) => kind !== 'purchasesRefused'));
  const kinds = [...all];
  expect(subscriptionOf({ kinds, reportHour: null }, all)).toBe('All alerts');
  expect(subscriptionOf({ kinds: [...alertKinds], reportHour: null }, all)).toBe('All alerts');
  expect(subscriptionOf({ kinds, reportHour: null }, alertKinds)).toBe('8 of 9 alerts');
});

test.each([
  [null, null, 'Nothing sent yet.'],
  [at, null, 'Last sent 1 Jul 2025, 10:00 IST.'],
  [
    null,
    { since: at, why: 'nothing listens there' },
    'Failing since 1 Jul 2025, 10:00 IST: nothing listens there. Nothing sent yet.',
  ],
])('sent at %j, failing %j: %s', (sentAt, failing, words) => {
  expect(sentInWords({ sentAt, failing })).toBe(words);
});

test('open alerts say since when; without any, all is well', () => {
  expect(openVerdicts([])).toEqual([{ level: 'well', text: 'No open alerts.', todo: '' }]);
  const alert = { kind: 'stock', level: 'act', text: 'Low.', todo: 'Load.', since: at } as const;
  expect(openVerdicts([alert])).toEqual([
    { level: 'act', text: 'Low.', todo: 'Load. Since 1 Jul 2025, 10:00 IST.' },
  ]);
});
