// `npm run pictures -- campaigns`: HOME, the wheel and the reward of each campaign side by side, in
// docs/pictures/campaigns.png.
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser } from 'playwright-core';
import { storeVerified } from '../support/browser/stored-login.ts';
import { changeResponse } from '../support/api-calls.ts';
import { acceptPrivacy, entry, newShopper } from '../support/page-objects.ts';
import { documentPictures, openPhone, withDemonstration } from './demonstration.ts';
import { takeSheet, type Picture } from './sheets.ts';

const ids = ['biscuit-2025', 'tea-demo', 'goli-soda-2026'];
const file = path.join(documentPictures, 'campaigns.png');

const pictures: Picture[] = [];
for (const id of ids) {
  pictures.push(...(await withDemonstration(id, (browser) => takeCampaign(browser, id))));
}
const sheet = await launchChromium();
await takeSheet(sheet, file, pictures, { columns: 3, width: 240, gap: 12, background: '#fff' });
await sheet.close();
process.stdout.write(`Look at ${file}\n`);

async function takeCampaign(browser: Browser, id: string): Promise<Picture[]> {
  const { outcomes } = await loadCampaign(id);
  const phone = await openPhone(browser, { reducedMotion: 'reduce' });
  const { page } = phone;
  const take = async (): Promise<Picture> => {
    await page.evaluate(() => document.fonts.ready);
    return { png: await page.screenshot({ animations: 'disabled' }) };
  };
  await page.goto(entry);
  await acceptPrivacy(page);
  await page.locator('.hero-image img').waitFor();
  const home = await take();
  await storeVerified(phone, newShopper());
  const winType = Math.max(...outcomes.map(({ amount }) => amount));
  // The reward is granted; the picture shows the highest.
  await changeResponse(page, 'getReward', (resp) => ({ ...resp, statusCode: 200, winType }));
  await page.goto('/spin-wheel');
  await page.locator('.spin-play').waitFor();
  const wheel = await take();
  await page.locator('.spin-play').click();
  await page.locator('.ticket').waitFor();
  await page.waitForLoadState('networkidle');
  const reward = await take();
  await phone.close();
  return [home, wheel, reward];
}
