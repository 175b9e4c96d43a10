import { expect, test } from 'vitest';
import { campaignVerdicts, type CampaignState } from './campaign-verdicts.rules.ts';

const running: CampaignState = {
  phase: 'open',
  isCommitted: true,
  pausedSince: undefined,
  from: '1 Jul 2025',
  lastDay: '30 Sept 2025',
  checked: { faults: [], warnings: 2, unseen: 6 },
};
const before = { phase: 'notStarted' } as const;
const clean = { faults: [], warnings: 0, unseen: 0 };
const faulty = { ...clean, faults: ['stock', 'delivery'] };

test.each<[string, Partial<CampaignState>, readonly [string, RegExp][]]>([
  ['running', {}, [['well', /^The campaign is running, until 30 Sept 2025\.$/]]],
  [
    'before the commitment',
    { ...before, isCommitted: false, checked: clean },
    [['act', /^The campaign cannot start yet: its draw is not committed to\. .* 1 Jul 2025/]],
  ],
  [
    'past the first day without a commitment',
    { isCommitted: false, checked: clean },
    [['act', /^The campaign should have begun on 1 Jul 2025/]],
  ],
  [
    'committed to, and nobody has checked',
    { ...before, checked: undefined },
    [
      ['look', /^Checklist not run yet\.$/],
      ['well', /^The draw is committed to\. It begins automatically on 1 Jul 2025\.$/],
    ],
  ],
  [
    'committed to, with faults',
    { ...before, checked: faulty },
    [
      ['act', /^The campaign is not ready to start\. 2 faults: stock, delivery\.$/],
      ['well', /^The draw is committed to/],
    ],
  ],
  [
    'everything is there that can be seen',
    { ...before, checked: { ...clean, unseen: 1 } },
    [
      ['look', /^1 check needs the server’s shell\.$/],
      ['well', /^As far as the checklist can see, the campaign can start\./],
    ],
  ],
  [
    'one fault while it runs',
    { checked: { ...clean, faults: ['delivery'] } },
    [
      ['act', /^1 fault: delivery\.$/],
      ['well', /^The campaign is running/],
    ],
  ],
  [
    'paused',
    { pausedSince: '3 Jul 2025, 10:00 IST' },
    [['act', /^The campaign has been paused since 3 Jul 2025, 10:00 IST/]],
  ],
  [
    'ended, and nobody asks',
    { phase: 'ended', checked: undefined },
    [['well', /has ended.* 30 S/]],
  ],
  [
    'ended, with a fault: winners still wait',
    { phase: 'ended', checked: { ...clean, faults: ['stock'] } },
    [
      ['act', /^1 fault: stock\.$/],
      ['well', /has ended/],
    ],
  ],
])('%s', (_, change, expected) => {
  const found = campaignVerdicts({ ...running, ...change });
  expect(found.map(({ level }) => level)).toEqual(expected.map(([level]) => level));
  for (const [at, [, text]] of expected.entries()) expect(found[at]?.text).toMatch(text);
  // A verdict that needs action names it.
  expect(found.filter(({ level, todo }) => (level === 'well') !== (todo === ''))).toEqual([]);
});
