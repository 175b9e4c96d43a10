import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { kitAttributes } from './html.ts';

test('[CAM-5] the body says which edge, buttons, layout and character the campaign has', async () => {
  const { theme } = await loadCampaign('goli-soda-2026');
  expect(kitAttributes(theme)).toBe(
    'data-edge="waves" data-buttons="flat" data-layout="poster" data-character="float"',
  );
});
