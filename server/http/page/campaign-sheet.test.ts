import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { themeStylesheet } from '@inaam/campaigns/loader/theme/theme-stylesheet.ts';
import { expect, onTestFinished, test } from 'vitest';
import { campaignSheet, figuresRule } from './fonts.ts';

async function siteWith(rules?: unknown): Promise<string> {
  const site = await mkdtemp(path.join(tmpdir(), 'inaam-site-'));
  onTestFinished(() => rm(site, { recursive: true, force: true }));
  if (rules !== undefined)
    await writeFile(path.join(site, '.typefaces.json'), JSON.stringify(rules));
  return site;
}

test("[CAM-5] a page has the rules of its campaign's typeface and of no other", async () => {
  const [biscuit, tea] = await Promise.all(
    ['biscuit-2025', 'tea-demo'].map((id) => loadCampaign(id)),
  );
  if (!biscuit || !tea) throw new Error('Failed: both campaigns are there.');
  const site = await siteWith({
    rounded: { every: '@font-face{one}', figures: '@font-face{1}' },
    serif: { every: '@font-face{other}', figures: '@font-face{2}' },
  });
  expect(await campaignSheet(biscuit, site)).toBe(`${themeStylesheet(biscuit)}@font-face{one}`);
  expect(await campaignSheet(tea, site)).toBe(`${themeStylesheet(tea)}@font-face{other}`);
  expect(await figuresRule(tea, site)).toBe('@font-face{2}');
  for (const without of [undefined, await siteWith()]) {
    expect(await campaignSheet(tea, without)).toBe(themeStylesheet(tea));
    expect(await figuresRule(tea, without)).toBe('');
  }
});
