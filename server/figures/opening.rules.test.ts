import { expect, test } from 'vitest';
import { campaignVerdicts, closedBecause, type Opening } from './opening.rules.ts';

const open: Opening = {
  phase: 'open',
  from: '2025-07-01',
  lastDay: '2025-09-30',
  isCommitted: true,
  isPaused: false,
  site: { heard: 2, silent: 0 },
  draw: { state: 'up' },
  workers: { heard: 2, silent: 0 },
  closed: [],
  rewardsLeft: 1,
};
const none = { heard: 0, silent: 1 };
const unready = { heard: 1, silent: 0, unready: 'not ready: SMS_PROVIDER is mailbox' };
const ofPlugin = { closed: [{ because: 'no batch is open.', todo: 'Open one.', page: undefined }] };

const reasons: [Partial<Opening>, RegExp][] = [
  [{ isCommitted: false }, /the draw is not committed to/],
  [{ isPaused: true }, /the campaign is paused/],
  [{ site: none }, /the program serve does not respond/],
  [{ site: unready }, /the program serve is not ready/],
  [{ draw: { state: 'down' } }, /the site does not reach the program draw/],
  [{ draw: { state: 'refused' } }, /the program draw refuses the site/],
  [{ draw: { state: 'stopped', entry: 7 } }, /the program draw has stopped at entry 7 /],
  [{ workers: none }, /the program deliver does not respond/],
  [{ workers: unready }, /the program deliver is not ready: SMS_PROVIDER is mailbox/],
  [ofPlugin, /no batch is open/],
  [{ rewardsLeft: 0 }, /each reward is granted or promised/],
];

test.each(reasons)('while it is open, %j lets nobody take part', (change, because) => {
  const found = closedBecause({ ...open, ...change });
  expect(found).toEqual([expect.objectContaining({ level: 'act' })]);
  expect(found[0]?.text).toMatch(
    new RegExp(`^Nobody can take part, because ${because.source}.*\\.$`),
  );
  expect(found[0]?.todo).not.toBe('');
});

test('without a reason there is none, and each of several reasons is said', () => {
  expect(closedBecause(open)).toEqual([]);
  expect(closedBecause({ ...open, draw: undefined })).toEqual([]);
  const all = closedBecause({ ...open, isPaused: true, workers: none, ...ofPlugin });
  expect(all).toHaveLength(3);
});

test.each<[Opening['phase'], Partial<Opening>, string[]]>([
  ['notStarted', {}, ['Nobody can take part, because the campaign begins on 1 Jul 2025.']],
  ['ended', {}, ['Nobody can take part, because the campaign ended on 30 Sept 2025.']],
  // Before the start nobody needs the site, and there is time to open a batch.
  ['notStarted', { site: none, rewardsLeft: 0 }, [expect.stringMatching(/begins on/)]],
  [
    'notStarted',
    ofPlugin,
    [expect.stringMatching(/is open\.$/), expect.stringMatching(/begins on/)],
  ],
  [
    'ended',
    { isCommitted: false, isPaused: true, site: none, ...ofPlugin, rewardsLeft: 0 },
    [expect.stringMatching(/ended on/)],
  ],
  // Vouchers are owed after the end, too.
  [
    'ended',
    { workers: none },
    [expect.stringMatching(/^The program deliver does/), expect.stringMatching(/ended on/)],
  ],
])('%s with %j', (phase, change, texts) => {
  expect(closedBecause({ ...open, phase, ...change }).map(({ text }) => text)).toEqual(texts);
});

test.each<[string, Partial<Opening>, readonly [string, RegExp][]]>([
  ['running', {}, [['well', /^The campaign is running, until 30 Sept 2025\.$/]]],
  [
    'before the commitment',
    { phase: 'notStarted', isCommitted: false },
    [
      ['act', /the draw is not committed to/],
      ['look', /checked on the servers/],
      ['well', /begins on 1 Jul 2025/],
    ],
  ],
  [
    'past the first day without a commitment',
    { isCommitted: false },
    [
      ['act', /the draw is not committed to/],
      ['look', /checked on the servers/],
    ],
  ],
  [
    'committed to, before the first day',
    { phase: 'notStarted' },
    [
      ['look', /checked on the servers/],
      ['well', /begins on 1 Jul 2025/],
    ],
  ],
  ['paused', { isPaused: true }, [['act', /the campaign is paused/]]],
  ['without an open batch', ofPlugin, [['act', /no batch is open/]]],
  ['ended', { phase: 'ended' }, [['well', /ended on 30 Sept 2025/]]],
])('the page of the campaign, %s', (_, change, expected) => {
  const found = campaignVerdicts({ ...open, ...change });
  expect(found.map(({ level }) => level)).toEqual(expected.map(([level]) => level));
  for (const [at, [, text]] of expected.entries()) expect(found[at]?.text).toMatch(text);
  // A verdict that needs action names it.
  expect(found.filter(({ level, todo }) => (level === 'well') !== (todo === ''))).toEqual([]);
});
