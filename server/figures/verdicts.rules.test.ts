import { expect, test } from 'vitest';
import {
  verdictLimits,
  verdictsOf,
  type AmountState,
  type OverviewState,
} from './verdicts.rules.ts';
import type { Opening } from './opening.rules.ts';

const forecast = { earliest: '2025-06-01', likely: '2025-06-10', latest: '2025-06-20' };
const opening: Opening = {
  phase: 'open',
  from: '2025-05-06',
  lastDay: '2025-08-03',
  isCommitted: true,
  isPaused: false,
  site: { heard: 2, silent: 0 },
  draw: { state: 'up' },
  workers: { heard: 2, silent: 0 },
  closed: [],
  rewardsLeft: 1,
};
const opened = (change: Partial<Opening>): Partial<OverviewState> => ({
  opening: { ...opening, ...change },
});
const well: OverviewState = {
  opening,
  codesWaiting: 0,
  oldestCodeSeconds: null,
  oldestVoucherSeconds: null,
  lastDay: { sent: 1000, failed: 10 },
  late: null,
  unclear: [],
  stock: [{ amount: 5, free: 100, owed: 0, daysLeft: 30, runsOutOn: '2025-06-09' }],
  budget: { forecast: null },
  codes: 1000,
  verified: 800,
  ofPlugins: [],
};

const own = (to: Partial<typeof verdictLimits>) => ({ limits: { ...verdictLimits, ...to } });
const levelsOf = (change: Partial<OverviewState>) =>
  verdictsOf({ ...well, ...change }).map(({ level }) => level);
const stock = (change: Partial<AmountState>): Partial<OverviewState> => ({
  stock: well.stock.map((one) => ({ ...one, ...change })),
});

const late = (oldestDays: number, vouchers = 29, isMore = false) => ({
  vouchers,
  oldestDays,
  isMore,
});

test('what the console can mend leads to the page for it, and what it cannot names a program', () => {
  const all = verdictsOf({
    ...well,
    ...opened({ isPaused: true, draw: { state: 'down' }, workers: { heard: 0, silent: 0 } }),
    lastDay: { sent: 0, failed: 20 },
    late: late(9),
    stock: [{ amount: 5, free: 0, owed: 1, daysLeft: 0, runsOutOn: '2025-05-10' }],
    budget: { forecast },
  });
  expect(all.map(({ text, page }) => [text.split(/[:;.]| \d/)[0], page])).toEqual([
    ['Nobody can take part, because the campaign is paused', 'campaign'],
    ['Nobody can take part, because the site does not reach the program draw', undefined],
    ['Nobody can take part, because the program deliver does not respond', undefined],
    ['20 vouchers failed in the last', 'deliveries'],
    ['29 vouchers are late, the oldest for', 'deliveries'],
    ['1 winner is waiting for a voucher code of ₹5', 'deliveries'],
    ['The budget is likely to be used up on', 'campaign'],
  ]);
  for (const { todo, page } of all) expect(/npx inaam/.test(todo)).toBe(page === undefined);
});

test.each([
  ['open', []],
  ['notStarted', ['Nobody can take part, because the campaign begins on 6 May 2025.']],
  ['ended', ['Nobody can take part, because the campaign ended on 3 Aug 2025.']],
] as const)('when nothing is wrong and the campaign is %s, that is said', (phase, texts) => {
  const all = verdictsOf({ ...well, ...opened({ phase }) });
  expect(all.map(({ level, text }) => [level, text])).toEqual(
    ['All is well.', ...texts].map((text) => ['well', text]),
  );
});

const { codeSeconds, voucherSeconds } = verdictLimits;

test.each<[string, Partial<OverviewState>, string[]]>([
  ['paused', opened({ isPaused: true }), ['act']],
  ['none is heard, one was', opened({ site: { heard: 0, silent: 1 } }), ['act']],
  ['one of three is silent', opened({ site: { heard: 2, silent: 1 } }), ['look']],
  ['no worker is heard, one was', opened({ workers: { heard: 0, silent: 1 } }), ['act']],
  ['one worker of three is silent', opened({ workers: { heard: 2, silent: 1 } }), ['look']],
  ['a code at its limit', { oldestCodeSeconds: codeSeconds }, ['well']],
  ['a code beyond its limit', { oldestCodeSeconds: codeSeconds + 1 }, ['act']],
  ['a voucher at its first limit', { oldestVoucherSeconds: voucherSeconds.look }, ['well']],
  ['a voucher beyond it', { oldestVoucherSeconds: voucherSeconds.look + 1 }, ['look']],
  ['a voucher at its second limit', { oldestVoucherSeconds: voucherSeconds.act }, ['look']],
  ['a voucher beyond both', { oldestVoucherSeconds: voucherSeconds.act + 1 }, ['act']],
  ['all of 19 vouchers failed', { lastDay: { sent: 0, failed: 19 } }, ['well']],
  ['all of 20 vouchers failed', { lastDay: { sent: 0, failed: 20 } }, ['act']],
  // Vouchers count as sent before the phone's receipt reports the failure.
  ['4.9 % failed', { lastDay: { sent: 1000, failed: 49 } }, ['well']],
  ['5 % failed', { lastDay: { sent: 1000, failed: 50 } }, ['look']],
  ['19.9 % failed', { lastDay: { sent: 1000, failed: 199 } }, ['look']],
  ['20 % failed', { lastDay: { sent: 1000, failed: 200 } }, ['act']],
  ['vouchers owed for 2 days', { late: late(2) }, ['look']],
  ['vouchers owed for 8 days', { late: late(8) }, ['look']],
  ['vouchers owed for 9 days', { late: late(9) }, ['act']],
  ['as many codes as are owed', stock({ free: 7, owed: 7 }), ['well']],
  ['one code fewer than owed', stock({ free: 6, owed: 7 }), ['act']],
  ['stock for 7 days', stock({ daysLeft: 7 }), ['well']],
  ['stock for 6 days', stock({ daysLeft: 6 }), ['look']],
  ['stock for 2 days', stock({ daysLeft: 2 }), ['look']],
  ['stock for 1 day', stock({ daysLeft: 1 }), ['act']],
  ['stock that suffices to the end', stock({ daysLeft: 1, runsOutOn: null }), ['well']],
  ['stock under own days', own({ stockDays: { look: 31, act: 3 } }), ['look']],
  ['a code within an own limit', { ...own({ codeSeconds: 99 }), oldestCodeSeconds: 99 }, ['well']],
  ['an own share of failures', own({ failures: { from: 20, look: 0.01, act: 1 } }), ['look']],
  ['budget that likely ends early', { budget: { forecast } }, ['look']],
  [
    'budget that may end early',
    { ...opened({ lastDay: '2025-06-10' }), budget: { forecast } },
    ['well'],
  ],
  [
    'budget that ends early, after the end',
    { ...opened({ phase: 'ended' }), budget: { forecast } },
    ['well', 'well'],
  ],
  ['199 codes and none verified', { codes: 199, verified: 0 }, ['well']],
  ['200 codes and half verified', { codes: 200, verified: 100 }, ['well']],
  ['200 codes and less than half', { codes: 200, verified: 99 }, ['look']],
  ['499 codes and none verified', { codes: 499, verified: 0 }, ['look']],
  ['500 codes and a quarter verified', { codes: 500, verified: 125 }, ['look']],
  ['500 codes and less than a quarter', { codes: 500, verified: 124 }, ['act']],
])('the verdict on %s', (_, change, levels) => {
  expect(levelsOf(change)).toEqual(levels);
});

test('the worst verdict comes first, and each says what to do', () => {
  const state = {
    ...well,
    ...stock({ daysLeft: 6 }),
    ...opened({ isPaused: true }),
    oldestVoucherSeconds: 7200,
  };
  const verdicts = verdictsOf(state);
  expect(verdicts.map(({ level }) => level)).toEqual(['act', 'act', 'look']);
  expect(verdicts.map(({ text }) => text)).toEqual([
    'Nobody can take part, because the campaign is paused.',
    'The next voucher has been waiting to be sent for 2 hours.',
    'The voucher codes of ₹5 last for 6 more days, until 9 Jun 2025.',
  ]);
  expect(verdicts.every(({ todo }) => todo.length > 0)).toBe(true);
});

test.each<[Partial<OverviewState>, string]>([
  [
    { lastDay: { sent: 100, failed: 25 } },
    '25 vouchers failed in the last 24 hours; 100 were sent.',
  ],
  [{ lastDay: { sent: 20, failed: 1 } }, '1 voucher failed in the last 24 hours; 20 were sent.'],
  [{ lastDay: { sent: 1, failed: 20 } }, '20 vouchers failed in the last 24 hours; 1 was sent.'],
  [
    { codes: 200, verified: 1 },
    'Only 1 of the last 200 OTPs was used: somebody may be requesting them to run up the SMS bill.',
  ],
  [
    { budget: { forecast } },
    'The budget is likely to be used up on 10 Jun 2025 (between 1 Jun 2025 and 20 Jun 2025), before the last day, 3 Aug 2025.',
  ],
  [stock({ free: 0, owed: 1 }), '1 winner is waiting for a voucher code of ₹5; 0 in stock.'],
  [stock({ free: 1, owed: 2 }), '2 winners are waiting for a voucher code of ₹5; 1 in stock.'],
  [stock({ daysLeft: 0 }), 'The voucher codes of ₹5 run out within a day.'],
  [stock({ daysLeft: 1 }), 'The voucher codes of ₹5 last for 1 more day, until 9 Jun 2025.'],
])('the verdict on %j in words', (change, text) => {
  const [verdict] = verdictsOf({ ...well, ...change });
  expect(verdict?.text).toBe(text);
});

test('a debt that is too old is said in days', () => {
  const textOf = (...given: Parameters<typeof late>) =>
    verdictsOf({ ...well, late: late(...given) })[0];
  expect(textOf(12)).toMatchObject({
    kind: 'vouchersLate',
    count: 29,
    text: '29 vouchers are late, the oldest for 12 days; 10 days are promised.',
  });
  expect(textOf(12, 1)?.text).toBe('1 voucher has been owed for 12 days; 10 days are promised.');
  expect(textOf(12, 100, true)?.text).toMatch(/^More than 100 vouchers are late, /);
});

test('[CAM-6] vouchers that may have been sent or were refused wait for a person, by reason', () => {
  const unclear = [
    { reason: 'no clear answer from main: HTTP 502', count: 2 },
    { reason: 'refused by deliver: another number', count: 1 },
  ];
  const [first] = verdictsOf({ ...well, unclear });
  expect(first).toMatchObject({
    kind: 'vouchersUnclear',
    level: 'act',
    text: '3 vouchers wait for you: no clear answer from main: HTTP 502; refused by deliver: another number.',
    page: 'deliveries',
    count: 3,
  });
});
