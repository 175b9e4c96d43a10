// `npm run pictures:campaigns`: HOME, the wheel and the reward of each campaign side by side, in
// docs/pictures/campaigns.png. Starts the demonstrations itself.
import path from 'node:path';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { withTemporaryDemo } from '@inaam/demo/temporary/temporary-demo.ts';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser } from 'playwright-core';
import { setAnswerTransport } from './support/product/answer-transport.ts';
import { changeResponse } from './support/api-calls.ts';
import { acceptPrivacy, newShopper } from './support/page-objects.ts';
import { Phone } from './support/browser/phone.ts';
import { usePhoneTypeface } from './support/browser/phone-typeface.ts';
import { setProductUrl } from './support/product/product-url.ts';
import { storeVerified } from './support/browser/stored-login.ts';

const ids = ['biscuit-2025', 'tea-demo', 'goli-soda-2026'];
const file = path.resolve(import.meta.dirname, '../docs/pictures/campaigns.png');
const patienceMs = 60_000;

const browser = await launchChromium();
try {
  const rows: Buffer[][] = [];
  for (const id of ids) rows.push(await takeCampaign(browser, id));
  await join(browser, rows);
} finally {
  await browser.close();
}
process.stdout.write(`Look at ${file}\n`);

function takeCampaign(own: Browser, id: string): Promise<Buffer[]> {
  const take = async (origin: string): Promise<Buffer[]> => {
    setProductUrl(origin);
    setAnswerTransport({ encoding: 'object', delayMs: 0 });
    const { outcomes } = await loadCampaign(id);
    const phone = await Phone.open({}, own);
    const { page, context } = phone;
    context.setDefaultTimeout(patienceMs);
    await usePhoneTypeface(context);
    const shoot = async (): Promise<Buffer> => {
      await page.evaluate(() => document.fonts.ready);
      return page.screenshot({ animations: 'disabled' });
    };
    await page.goto('/?utm_source=qrcode');
    await acceptPrivacy(page);
    await page.locator('.hero-image img').waitFor();
    const home = await shoot();
    await storeVerified(phone, newShopper());
    const winType = Math.max(...outcomes.map(({ amount }) => amount));
    // The reward is granted; the picture shows the highest.
    await changeResponse(page, 'getReward', (resp) => ({ ...resp, statusCode: 200, winType }));
    await page.goto('/spin-wheel');
    await page.locator('.spin-play').waitFor();
    const wheel = await shoot();
    await page.locator('.spin-play').click();
    await page.locator('.ticket').waitFor();
    await page.waitForLoadState('networkidle');
    const reward = await shoot();
    await phone.close();
    return [home, wheel, reward];
  };
  return withTemporaryDemo(take, { CAMPAIGN: id });
}

async function join(own: Browser, rows: readonly Buffer[][]): Promise<void> {
  const pictures = rows
    .flat()
    .map((png) => `<img alt="" src="data:image/png;base64,${png.toString('base64')}">`);
  const style =
    'body{margin:0;display:grid;grid-template-columns:repeat(3,240px);gap:12px;background:#fff}img{width:100%}';
  const page = await own.newPage({ viewport: { width: 744, height: 800 } });
  await page.setContent(`<!doctype html><style>${style}</style>${pictures.join('')}`);
  await page.screenshot({ path: file, fullPage: true });
}
