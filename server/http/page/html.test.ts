import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { kitAttributes, noBreakHtml } from './html.ts';

test('[CAM-5] the body says which edge, buttons, layout and character the campaign has', async () => {
  const { theme } = await loadCampaign('goli-soda-2026');
  expect(kitAttributes(theme)).toBe(
    'data-edge="waves" data-buttons="flat" data-layout="poster" data-character="float"',
  );
});

test('a number stays with the word after it, and nothing else is markup', () => {
  expect(noBreakHtml('<b> 10,00,000 cards & more')).toBe(
    '&lt;b> <span class="no-break">10,00,000 cards</span> &amp; more',
  );
});
