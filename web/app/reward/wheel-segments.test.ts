import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { spelledAmounts, wheelSegments } from './wheel-segments.ts';

const campaign = (await loadCampaign('biscuit-2025')).publicCampaign('en');

test('[WHL-1][WHL-4] the wheel has the segments 10 at 60°, 3 at 180° and 5 at 300°', () => {
  const angles = wheelSegments(campaign).map(({ label, angle }) => [label, angle]);
  expect(Object.fromEntries(angles)).toEqual({ '₹10': 60, '₹3': 180, '₹5': 300 });
});

test('[WHL-8] its amounts are described to screen readers', () => {
  expect(spelledAmounts(campaign)).toBe('3, 5 and 10');
});
