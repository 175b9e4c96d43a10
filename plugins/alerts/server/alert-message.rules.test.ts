import { expect, test } from 'vitest';
import { alertMessage, reportMessage } from './alert-message.rules.ts';
import type { Notice } from './alerts.rules.ts';

const at = Date.parse('2025-07-01T10:00:00+05:30');
const sender = { campaign: 'Tea & Biscuits', console: 'https://console.brand.example' };
const notice = (event: Notice['event'], more: Partial<Notice> = {}): Notice => ({
  kind: 'stock',
  level: 'act',
  text: 'The codes of ₹5 run out within a day.',
  todo: 'Load codes of ₹5.',
  event,
  at,
  isPending: true,
  wasSent: true,
  ...more,
});

test.each([
  ['begun', 'act', 'Act now: The codes of ₹5 run out within a day.'],
  ['begun', 'look', 'Worth a look: The codes of ₹5 run out within a day.'],
  ['worse', 'act', 'Act now: The codes of ₹5 run out within a day.'],
  ['again', 'act', 'Act now: Still: The codes of ₹5 run out within a day.'],
  ['resolved', 'act', 'Resolved: The codes of ₹5 run out within a day.'],
] as const)('%s, %s: %s', (event, level, title) => {
  const { subject, text } = alertMessage([notice(event, { level })], sender, 0);
  expect(subject).toBe(`Tea & Biscuits: ${title}`);
  expect(text.startsWith(`${title}\n`)).toBe(true);
});

test('an e-mail says what to do and since when; several alerts are one message', () => {
  const { subject, text } = alertMessage([notice('begun'), notice('resolved')], sender, 60_000);
  expect(subject).toBe('Tea & Biscuits: 2 alerts');
  expect(text).toBe(`Act now: The codes of ₹5 run out within a day.
Load codes of ₹5.
Noticed on 1 Jul 2025, 10:01 IST.

Resolved: The codes of ₹5 run out within a day.
It has been over since 1 Jul 2025, 10:01 IST.

Console: https://console.brand.example/

You get this because somebody added you under Alerts in the console of Tea & Biscuits.
`);
});

test('nothing in a text becomes a header', () => {
  const text = 'The campaign\r\nBcc: all@brand.example';
  const { subject } = alertMessage([notice('begun', { text })], sender, 0);
  expect(subject).toBe('Tea & Biscuits: Act now: The campaign Bcc: all@brand.example');
});

const total = {
  visits: 1234,
  devices: 1000,
  codes: 700,
  numbers: 600,
  verified: 500,
  claims: 520,
  rewarded: 400,
  asked: 300,
  bonuses: 200,
  wrong: 50,
  rupees: 1_23_456,
  sent: 390,
  delivered: 380,
  failed: 0,
};
const before = { ...total, visits: 1000, codes: 1000, verified: 500, rewarded: 0, failed: 0 };
const budget = {
  plannedRupees: 10_00_000,
  grantedRupees: 4_56_789,
  days: [],
  forecast: null,
  perDay: null,
};
const stock = [
  { amount: 3, free: 0, owed: 2, lastsUntil: '2025-07-01' },
  { amount: 5, free: 1200, owed: 0, lastsUntil: '2025-07-02' },
  { amount: 10, free: 12_345, owed: 0, lastsUntil: '2025-07-13' },
  { amount: 20, free: 10, owed: 0, lastsUntil: null },
];
const day = '2025-06-30';
const features = { hasClaims: false, hasReceipts: true, bonuses: null };
const report = { at, ...features, total, compared: null, budget, stock, day, alerts: [] };

test('a report sets a day beside the same weekday before', () => {
  const compared = { from: '2025-06-23', until: '2025-06-23', at, total: before, series: [] };
  const alerts = [notice('begun')];
  const { subject, text } = reportMessage({ ...report, compared, alerts }, sender);
  expect(subject).toBe('Tea & Biscuits: Daily report, 30 Jun 2025');
  expect(text.split('\n\n').slice(0, 3).join('\n\n'))
    .toBe(`Figures of Mon, 30 Jun, and before, on Mon, 23 Jun
Visits: 1,234, before 1,000 (+23%)
OTPs requested: 700, before 1,000 (−30%)
Verified: 500, before 500 (0%)
Rewards: 400, before 0 (–)
Rupees granted: 1,23,456, before 1,23,456 (0%)
Vouchers sent: 390, before 390 (0%)
Delivered: 380, before 380 (0%)
Failed: 0, before 0 (0%)

Budget and stock now
Budget: 45.6% granted, ₹4,56,789 of ₹10,00,000.
Codes of ₹3: 0 in stock, enough for less than a day.
Codes of ₹5: 1,200 in stock, enough for 1 day.
Codes of ₹10: 12,345 in stock, enough for 12 days.
Codes of ₹20: 10 in stock.

Open alerts
Act now: The codes of ₹5 run out within a day. Load codes of ₹5.`);
});

test('a report without a day to compare, alerts or a known console has nothing of them', () => {
  const { text } = reportMessage(report, { ...sender, console: undefined });
  expect(text).toMatch(/^Figures of Mon, 30 Jun\nVisits: 1,234\n/);
  expect(text).toContain('Open alerts\nNone.');
  expect(text).not.toContain('http');
});

test('a report has participations, bonuses and deliveries where the campaign has them', () => {
  const linesOf = (change: object) => reportMessage({ ...report, ...change }, sender).text;
  const optional = /^(?:Participations|Bonuses|Delivered): .*$/gm;
  expect(linesOf({}).match(optional)).toEqual(['Delivered: 380']);
  expect(linesOf({ hasReceipts: false }).match(optional)).toBeNull();
  expect(linesOf({ hasClaims: true, bonuses: { pools: [] } }).match(optional)).toEqual([
    'Participations: 520',
    'Bonuses: 200',
    'Delivered: 380',
  ]);
});
