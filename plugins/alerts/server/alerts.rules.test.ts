import { expect, test } from 'vitest';
import { alertKinds } from '../contract.ts';
import {
  alertLimits,
  alertsAfter,
  alertsIn,
  nextTry,
  noticeAfter,
  reportDue,
  type Alert,
  type Notice,
} from './alerts.rules.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const now = Date.parse('2025-07-01T10:00:00+05:30');

const programme = { from: '2025-05-06', to: '2025-08-06', isPaused: false };
const budgetOf = (grantedRupees: number) => ({
  plannedRupees: 10_000,
  grantedRupees,
  days: [],
  forecast: null,
  perDay: null,
});
type Verdict = Parameters<typeof alertsIn>[0]['verdicts'][number];
const verdict = (kind: Verdict['kind'], level: Verdict['level'], text = kind): Verdict => ({
  kind,
  level,
  text: `${text}.`,
  todo: `Mend ${kind}.`,
});
const inOverview = (verdicts: Verdict[], granted = 0, at = now, limits = alertLimits) =>
  alertsIn({ at, programme, verdicts, budget: budgetOf(granted) }, limits);

test.each([
  [7999, []],
  [8000, [['look', '80% of the budget is granted, ₹8,000 of ₹10,000.']]],
  [9499, [['look', '94.9% of the budget is granted, ₹9,499 of ₹10,000.']]],
  [9500, [['act', '95% of the budget is granted, ₹9,500 of ₹10,000.']]],
  [10_000, [['act', '100% of the budget is granted, ₹10,000 of ₹10,000.']]],
] as const)('₹%i of ₹10,000: %j', (granted, expected) => {
  const found = inOverview([], granted);
  expect(found.map(({ level, text }) => [level, text.split(' At this pace')[0]])).toEqual(expected);
});

test('a budget says how long it lasts, and alerts nobody before the start and after the end', () => {
  expect(inOverview([], 9000)[0]?.text).toMatch(/At this pace it lasts until the last day\.$/);
  const own = { ...alertLimits, granted: { look: 0.29, act: 0.57 } };
  const levels = [2899, 2900, 5699, 5700].map((one) => inOverview([], one, now, own)[0]?.level);
  expect(levels).toEqual([undefined, 'look', 'look', 'act']);
  const forecast = { earliest: '2025-07-03', likely: '2025-07-04', latest: '2025-07-06' };
  const budget = { ...budgetOf(9000), forecast };
  const [found] = alertsIn({ at: now, programme, verdicts: [], budget }, alertLimits);
  expect(found?.text).toMatch(/until 4 July 2025\.$|until 4 Jul 2025\.$/);
  expect(inOverview([], 9900, Date.parse('2025-08-08T10:00:00+05:30'))).toEqual([]);
  expect(inOverview([], 9900, Date.parse('2025-05-05T10:00:00+05:30'))).toEqual([]);
});

test.each([
  ...alertKinds.filter((kind) => kind !== 'budget').map((kind) => [kind, kind] as const),
  ['vouchersUnclear', 'vouchersLate'],
  ['well', undefined],
  ['vouchersWaiting', 'vouchersLate'],
  ['vouchersFailed', 'vouchersLate'],
  ['budget', undefined],
] as const)('the verdict %s is the alert %s', (of, kind) => {
  const found = inOverview([verdict(of, of === 'well' ? 'well' : 'act')]);
  expect(found.map((one) => one.kind)).toEqual(kind === undefined ? [] : [kind]);
});

test('nobody is alerted that nobody can take part before the first day', () => {
  const first = Date.parse(`${programme.from}T00:00:00+05:30`);
  const at = (moment: number) => inOverview([verdict('closed', 'act')], 0, moment).length;
  expect([at(first - 1), at(first)]).toEqual([0, 1]);
});

test('several verdicts of a kind are one alert of the worse level, and the worst comes first', () => {
  const found = inOverview([
    verdict('vouchersLate', 'look'),
    verdict('stock', 'act', 'stock'),
    verdict('stock', 'look', 'stock'),
  ]);
  expect(found).toEqual([
    { kind: 'stock', level: 'act', text: 'stock. stock.', todo: 'Mend stock.' },
    { kind: 'vouchersLate', level: 'look', text: 'vouchersLate.', todo: 'Mend vouchersLate.' },
  ]);
});

const stock = { kind: 'stock', level: 'look', text: 'Low.', todo: 'Load.' } as const;
const alertOf = (since: number, more: Partial<Alert> = {}): Alert => ({
  ...stock,
  since,
  goneAt: null,
  ...more,
});

test('an alert goes on until it has been gone for five minutes', () => {
  const [begun] = alertsAfter([], [stock], now);
  expect(begun).toEqual(alertOf(now));
  const known = [alertOf(now)];
  expect(alertsAfter(known, [stock], now + minuteMs)).toEqual(known);
  const [gone] = alertsAfter(known, [], now + minuteMs);
  expect(gone).toEqual(alertOf(now, { goneAt: now + minuteMs }));
  const still = alertsAfter([{ ...alertOf(now), goneAt: now }], [], now + 5 * minuteMs - 1);
  expect(still).toHaveLength(1);
  expect(alertsAfter(still, [], now + 5 * minuteMs)).toEqual([]);
  expect(alertsAfter(still, [stock], now + 5 * minuteMs)).toEqual([alertOf(now)]);
});

const sent = (event: Notice['event'], more: Partial<Notice> = {}): Notice => ({
  ...stock,
  event,
  at: now,
  isPending: false,
  wasSent: true,
  ...more,
});
const pending = (event: Notice['event'], at: number, more: Partial<Notice> = {}) =>
  sent(event, { at, isPending: true, ...more });
const unsent = { wasSent: false };

test.each<[string, Alert | undefined, Notice | undefined, number, Notice | undefined]>([
  ['begins, but may be short', alertOf(now), undefined, 2 * minuteMs - 1, undefined],
  ['begins', alertOf(now), undefined, 2 * minuteMs, pending('begun', now + 2 * minuteMs, unsent)],
  ['is gone before anything is sent', alertOf(now, { goneAt: now }), undefined, dayMs, undefined],
  ['goes on', alertOf(now), sent('begun'), dayMs - 1, sent('begun')],
  ['goes on for a day', alertOf(now), sent('begun'), dayMs, pending('again', now + dayMs)],
  [
    'gets worse',
    alertOf(now, { level: 'act' }),
    sent('begun'),
    1,
    pending('worse', now + 1, { level: 'act' }),
  ],
  [
    'gets worse before the message arrives',
    alertOf(now, { level: 'act' }),
    pending('begun', now, unsent),
    1,
    pending('begun', now + 1, { level: 'act', ...unsent }),
  ],
  [
    'gets better',
    alertOf(now),
    sent('begun', { level: 'act' }),
    1,
    sent('begun', { level: 'act' }),
  ],
  ['may have ended', alertOf(now, { goneAt: now }), sent('begun'), 2 * dayMs, sent('begun')],
  ['ends', undefined, sent('worse'), 1, pending('resolved', now + 1)],
  ['ends before the message arrives', undefined, pending('begun', now, unsent), 1, undefined],
  ['has ended', undefined, pending('resolved', now), 1, pending('resolved', now)],
  ['nothing', undefined, undefined, 1, undefined],
  ['begins anew', alertOf(now), pending('resolved', now), 1, pending('again', now + 1)],
])('an alert that %s', (_what, alert, last, later, expected) => {
  expect(noticeAfter(alert, last, now + later)).toEqual(expected);
});

test('a receiver that fails is asked less and less often, and at least every hour', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 99].map((tries) => (nextTry(tries, 0) / minuteMs) | 0);
  expect(minutes).toEqual([1, 2, 5, 10, 20, 40, 60, 60, 60]);
});

test.each([
  ['2025-05-06T12:00:00', '2025-05-05', -1],
  ['2025-05-07T00:00:00', '2025-05-06', 0],
  ['2025-07-01T08:59:59', '2025-06-30', 8],
  ['2025-07-01T09:00:00', '2025-06-30', 9],
  ['2025-08-07T23:59:59', '2025-08-06', 23],
  ['2025-08-14T12:00:00', '2025-08-13', 12],
  ['2025-08-15T12:00:00', '2025-08-14', -1],
])('at %s the day of the report is %s, up to hour %i', (at, day, hour) => {
  expect(reportDue(programme, Date.parse(`${at}+05:30`))).toEqual({ day, hour });
});
