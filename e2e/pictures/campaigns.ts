// `npm run pictures -- campaigns`: HOME, the wheel and the reward of each campaign side by side, in
// docs/pictures/campaigns.png, and with each choice of the kit, in kit-home.png and its neighbours.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Kit } from '@inaam/campaigns/public/kit.ts';
import { launchChromium } from '@inaam/testing/runtime/chromium.ts';
import type { Browser } from 'playwright-core';
import { storeVerified } from '../support/browser/stored-login.ts';
import { changeResponse } from '../support/api-calls.ts';
import { acceptPrivacy, entry, newShopper } from '../support/page-objects.ts';
import { documentPictures, openPhone, withDemonstration } from './demonstration.ts';
import { takeSheet, type Picture } from './sheets.ts';

const ids = ['biscuit-2025', 'tea-demo', 'goli-soda-2026'];
type Changes = { readonly [Part in keyof Kit]?: Partial<Kit[Part]> };
/** What is chosen in place of the campaign's own. The layout stays, for its drawing. */
const kits: readonly (readonly [id: string, changes: Changes])[] = [
  ['biscuit-2025', { buttons: 'flat' }],
  ['tea-demo', { wheel: { pointer: 'drop' } }],
  ['goli-soda-2026', { ticket: { shape: 'scalloped' }, wheel: { pointer: 'leaf' } }],
  [
    'biscuit-2025',
    {
      typeface: 'handwritten',
      edge: 'torn',
      ticket: { shape: 'torn' },
    },
  ],
];

const own: Picture[] = [];
for (const id of ids) {
  own.push(...(await withDemonstration(id, (browser) => takeCampaign(browser, id))));
}
await store('campaigns.png', own, 3, 240);

const chosen: Picture[][] = [];
for (const [id, changes] of kits) chosen.push(await takeKit(id, changes));
for (const [at, name] of ['home', 'wheel', 'ticket'].entries()) {
  const pictures = chosen.map((screens) => shown(screens[at]));
  await store(`kit-${name}.png`, pictures, kits.length, 192);
}

async function store(
  name: string,
  pictures: readonly Picture[],
  columns: number,
  width: number,
): Promise<void> {
  const file = path.join(documentPictures, name);
  const sheet = await launchChromium();
  await takeSheet(sheet, file, pictures, { columns, width, gap: 12, background: '#fff' });
  await sheet.close();
  process.stdout.write(`Look at ${file}\n`);
}

/** A campaign's folder with another kit, for a moment. */
async function takeKit(like: string, changes: Changes): Promise<Picture[]> {
  const id = 'kit-pictures';
  const folder = path.join(campaignsFolder, id);
  try {
    await cp(path.join(campaignsFolder, like), folder, { recursive: true });
    const file = path.join(folder, 'campaign.json');
    const campaign = JSON.parse(await readFile(file, 'utf8'));
    campaign.id = id;
    const { kit } = campaign.theme;
    for (const [part, change] of Object.entries(changes)) {
      kit[part] = typeof change === 'string' ? change : { ...kit[part], ...change };
    }
    await writeFile(file, JSON.stringify(campaign));
    const { theme } = await loadCampaign(id);
    const { typeface, edge, corners, buttons, hero, wheel, ticket } = theme.kit;
    const [home, onWheel, reward] = await withDemonstration(id, (browser) =>
      takeCampaign(browser, id),
    );
    return [
      { ...shown(home), caption: [typeface, edge, corners, buttons, hero.layout].join(', ') },
      { ...shown(onWheel), caption: `pointer ${wheel.pointer}` },
      { ...shown(reward), caption: `ticket ${ticket.shape}, ${ticket.engraving}` },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function shown(picture: Picture | undefined): Picture {
  if (picture === undefined) throw new Error('A picture is missing.');
  return picture;
}

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
  await page.locator('#root .hero-image').waitFor();
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
