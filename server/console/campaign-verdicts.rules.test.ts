import { expect, test } from 'vitest';
import { campaignVerdicts, type CampaignState } from './campaign-verdicts.rules.ts';

const running: CampaignState = {
  phase: 'open',
  isCommitted: true,
  pausedSince: undefined,
  from: '1 Jul 2025',
  lastDay: '30 Sept 2025',
};
const before = { phase: 'notStarted' } as const;

test.each<[string, Partial<CampaignState>, readonly [string, RegExp][]]>([
  ['running', {}, [['well', /^The campaign is running, until 30 Sept 2025\.$/]]],
  [
    'before the commitment',
    { ...before, isCommitted: false },
    [
      ['act', /^The campaign cannot start yet: its draw is not committed to\. .* 1 Jul 2025/],
      ['look', /checked on the servers/],
    ],
  ],
  [
    'past the first day without a commitment',
    { isCommitted: false },
    [
      ['act', /^The campaign should have begun on 1 Jul 2025/],
      ['look', /checked on the servers/],
    ],
  ],
  [
    'committed to, before the first day',
    before,
    [
      ['look', /checked on the servers/],
      ['well', /^The draw is committed to\. It begins automatically on 1 Jul 2025\.$/],
    ],
  ],
  [
    'paused',
    { pausedSince: '3 Jul 2025, 10:00 IST' },
    [['act', /^The campaign has been paused since 3 Jul 2025, 10:00 IST/]],
  ],
  ['ended', { phase: 'ended' }, [['well', /has ended.* 30 S/]]],
])('%s', (_, change, expected) => {
  const found = campaignVerdicts({ ...running, ...change });
  expect(found.map(({ level }) => level)).toEqual(expected.map(([level]) => level));
  for (const [at, [, text]] of expected.entries()) expect(found[at]?.text).toMatch(text);
  // A verdict that needs action names it.
  expect(found.filter(({ level, todo }) => (level === 'well') !== (todo === ''))).toEqual([]);
});
