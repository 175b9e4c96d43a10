import { expect, test } from 'vitest';
import { isLaunched, launchLines, type LaunchFacts, type LaunchLine } from './launch.rules.ts';

const running = ['draw', 'deliver', 'serve', 'console'].map((program) => ({
  program,
  version: '1.2.0',
  host: 'one:1',
  isSilent: false,
  state: 'ready',
}));

const live: LaunchFacts = {
  version: '1.2.0',
  programs: ['draw', 'deliver', 'serve', 'console'],
  campaign: { faults: [], later: [] },
  settings: { draw: [], deliver: [], serve: [], console: [] },
  database: { state: 'ready' },
  drawParts: { missing: [], problems: [] },
  commitment: { hash: 'abc' },
  ofPlugins: [{ step: 'packs', found: { state: 'done', found: 'They have no codes.' } }],
  stock: {
    here: [{ amount: 10, free: 70, owed: 0 }],
    planned: [{ amount: 10, left: 500, perDay: 10 }],
  },
  sms: [],
  tries: { accepted: ['main'], paths: ['main'] },
  running,
  doctor: [],
  published: { by: 'asha', on: '2025-05-02' },
};

const without = (program: string) => running.filter((one) => one.program !== program);
const changed = (program: string, change: object) =>
  running.map((one) => (one.program === program ? { ...one, ...change } : one));
const stockOf = (free: number, owed = 0, left = 500) => ({
  stock: {
    here: [{ amount: 10, free, owed }],
    planned: [{ amount: 10, left, perDay: 10 }],
  },
});
const ofPlugin = (found: LaunchFacts['ofPlugins'][number]['found']) => ({
  ofPlugins: [{ step: 'packs', found }],
});
const drawParts = (missing: ('one' | 'two')[], problems: string[] = [], secondHolder?: string) => ({
  drawParts: { missing, problems, ...(secondHolder === undefined ? {} : { secondHolder }) },
});

const behind = { database: { state: 'behind', migrations: 9 } } as const;

type Row = [LaunchLine['step'], LaunchLine['state'], RegExp, Partial<LaunchFacts>];

test.each<Row>([
  ['campaign check', 'done', /valid/, {}],
  [
    'campaign check',
    'fault',
    /^a\. And 1 more\..*campaign check/,
    { campaign: { faults: ['a.', 'b.'], later: [] } },
  ],
  ['campaign check', 'done', /valid/, { campaign: { faults: [], later: ['c.'] } }],
  [
    'campaign check',
    'fault',
    /^c\./,
    { campaign: { faults: [], later: ['c.'] }, commitment: 'none' },
  ],
  ['settings', 'done', /settings that it needs/, {}],
  [
    'settings',
    'fault',
    /^`serve`: PORT is wrong\./,
    { settings: { ...live.settings, serve: ['PORT is wrong.'] } },
  ],
  ['settings', 'done', /settings that it needs/, { settings: { serve: [] } }],
  [
    'settings',
    'unseen',
    /settings of draw are.*--of draw/,
    { settings: { deliver: [], serve: [], console: [] }, running: without('draw') },
  ],
  [
    'database',
    'waiting',
    /lacks 1 migration\..*operator.*inaam migrate/,
    { database: { state: 'behind', migrations: 1 } },
  ],
  ['database', 'fault', /away/, { database: { state: 'fault', problem: 'It is away.' } }],
  [
    'database',
    'later',
    /^After: settings\.$/,
    { database: undefined, settings: { serve: ['x.'] } },
  ],
  ['draw parts', 'done', /Both are there/, {}],
  [
    'draw parts',
    'waiting',
    /Part two is missing\. Asha Rao .*draw part --out part-two\.txt.*DRAW_PART_TWO/,
    drawParts(['two'], [], 'Asha Rao'),
  ],
  ['draw parts', 'waiting', /the second holder/, drawParts(['two'])],
  [
    'draw parts',
    'waiting',
    /Both are missing.*the first holder.*part-one\.txt/,
    drawParts(['one', 'two'], [], 'Asha Rao'),
  ],
  ['draw parts', 'fault', /another one/, drawParts([], ['DRAW_PART_TWO must be another one.'])],
  ['draw parts', 'done', /runs with both/, { drawParts: 'elsewhere' }],
  [
    'draw parts',
    'unseen',
    /--of draw/,
    { drawParts: 'elsewhere', running: changed('draw', { isSilent: true }) },
  ],
  ['commitment', 'done', /abc/, {}],
  ['commitment', 'done', /abc/, drawParts(['two'])],
  ['commitment', 'waiting', /cannot be undone.*launch --why/, { commitment: 'none' }],
  ['commitment', 'later', /^After: draw parts\.$/, { commitment: 'none', ...drawParts(['two']) }],
  ['commitment', 'later', /^After: database\.$/, { commitment: undefined, ...behind }],
  ['commitment', 'fault', /the deck differs/, { commitment: { problem: 'the deck differs' } }],
  ['packs', 'done', /have no codes/, {}],
  ['packs', 'later', /^After: database\.$/, { ...ofPlugin(undefined), ...behind }],
  [
    'publication',
    'waiting',
    /every night, and that PACK_KEYS is saved\./,
    { ...ofPlugin({ state: 'done', found: '', toSave: 'PACK_KEYS' }), published: 'none' },
  ],
  ['voucher stock', 'done', /first 7 days/, stockOf(70)],
  ['voucher stock', 'waiting', /Rs 10: 69 of 70.*vouchers load/, stockOf(69)],
  ['voucher stock', 'waiting', /Rs 10: 70 of 71/, stockOf(70, 1)],
  ['voucher stock', 'done', /first/, stockOf(8, 0, 8)],
  ['voucher stock', 'waiting', /7 of 8/, stockOf(7, 0, 8)],
  [
    'voucher stock',
    'waiting',
    /0 of 70/,
    { stock: { here: [], planned: [{ amount: 5, left: 500, perDay: 10 }] } },
  ],
  ['sms check', 'done', /are in order/, {}],
  ['sms check', 'fault', /no id.*Write it\./, { sms: [{ found: 'no id', mend: 'Write it.' }] }],
  ['sms check', 'unseen', /sms check/, { sms: 'elsewhere' }],
  ['sms try', 'done', /by main/, {}],
  [
    'sms try',
    'waiting',
    /by second.*--path second/,
    { tries: { accepted: ['main'], paths: ['main', 'second'] } },
  ],
  ['sms try', 'done', /by main/, { tries: { accepted: ['main'], paths: undefined } }],
  ['sms try', 'waiting', /No SMS/, { tries: { accepted: [], paths: undefined } }],
  ['sms try', 'waiting', /No SMS/, { tries: { accepted: [], paths: [] } }],
  [
    'sms try',
    'later',
    /^After: sms check\.$/,
    { tries: { accepted: [], paths: [] }, sms: [{ found: 'x' }] },
  ],
  ['programs', 'done', /All run/, {}],
  [
    'programs',
    'waiting',
    /Not running: deliver\..*npx inaam deliver/,
    { running: without('deliver') },
  ],
  ['programs', 'waiting', /Not running: draw\./, { running: changed('draw', { isSilent: true }) }],
  ['programs', 'later', /^After: commitment\.$/, { running: [], commitment: 'none' }],
  [
    'programs',
    'fault',
    /serve.*one:1 has version 1\.1\.9; this is 1\.2\.0/,
    { running: changed('serve', { version: '1.1.9' }) },
  ],
  [
    'programs',
    'fault',
    /draw.*not ready: the ledger was changed/,
    { running: changed('draw', { state: 'ledger' }) },
  ],
  [
    'programs',
    'fault',
    /minutes off.*Set NTP\./,
    { doctor: [{ found: 'minutes off', mend: 'Set NTP.' }] },
  ],
  ['publication', 'done', /asha on 2025-05-02/, {}],
  ['publication', 'waiting', /head\.json.*launch --published/, { published: 'none' }],
  ['publication', 'later', /^After: commitment\.$/, { published: undefined, commitment: 'none' }],
])('%s is %s: %s', (step, state, text, change) => {
  const lines = launchLines({ ...live, ...change });
  expect(lines).toHaveLength(11);
  const line = lines.find((one) => one.step === step);
  expect(line?.state).toBe(state);
  expect([line?.found, line?.who, line?.todo].filter(Boolean).join(' ')).toMatch(text);
  expect(line && 'who' in line).toBe(state === 'waiting');
  const isGood = state === 'done' || state === 'unseen';
  if (!isGood) expect(isLaunched(lines)).toBe(false);
});

test('a launch is complete when every step is, or is known elsewhere', () => {
  expect(isLaunched(launchLines(live))).toBe(true);
  expect(isLaunched(launchLines({ ...live, sms: 'elsewhere' }))).toBe(true);
});

test('from nothing, each step waits for the one before', () => {
  const states = launchLines({
    ...live,
    campaign: { faults: ['an example.'], later: [] },
    settings: { serve: ['PORT is missing.'] },
    database: undefined,
    ...drawParts(['two'], [], 'Asha Rao'),
    commitment: undefined,
    ...ofPlugin(undefined),
    stock: undefined,
    sms: [{ found: 'SMS_PROVIDER is missing.' }],
    tries: undefined,
    running: undefined,
    doctor: undefined,
    published: undefined,
  }).map(({ step, state }) => `${step}: ${state}`);
  expect(states).toEqual([
    'campaign check: fault',
    'settings: fault',
    'database: later',
    'draw parts: waiting',
    'commitment: later',
    'packs: later',
    'voucher stock: later',
    'sms check: fault',
    'sms try: later',
    'programs: later',
    'publication: later',
  ]);
});
