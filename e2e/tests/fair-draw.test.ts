import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { formatNumber } from '@inaam/campaigns/public/format.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dialogOf, heading, sideMenu, toForm, menuIcon } from '../support/page-objects.ts';
import { axeViolations, finishAnimations, smallTargets } from '../support/checks/visual-checks.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';

const phones = usePhones();
const { draw, fixed, programme, words } = await loadCampaign('biscuit-2025');
const { fairDraw: hindi } = words('hi');
const terms = 'Terms & Conditions';
const title = 'How the draw is fair';

async function openFromTerms({ context, page }: Phone): Promise<Page> {
  const link = dialogOf(page, terms).getByRole('link', { name: title });
  await link.scrollIntoViewIfNeeded();
  const opened = context.waitForEvent('page');
  await link.click();
  const draw = await opened;
  await heading(draw, title).waitFor();
  return draw;
}

const widthOver = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("[CAM-3][CAM-5] it describes the campaign, fits a phone's width, and links to what is published", async () => {
  const phone = await phones.open();
  await toForm(phone);
  await menuIcon(phone.page).click();
  await sideMenu(phone.page).terms.click();
  const page = await openFromTerms(phone);
  const text = (await page.getByRole('main').textContent()) ?? '';
  for (const [amount, count] of Object.entries(draw.deck.cards)) {
    expect(text).toContain(`₹${amount}: ${count} of 1,000`);
  }
  for (const { state, amount, rewards } of fixed) {
    expect(text).toContain(`${state}: ₹${amount} each, ${formatNumber(rewards, 'en')} vouchers`);
  }
  // Claims end a day after the last day.
  const [year = 0, month = 0, day = 0] = programme.to.split('-').map(Number);
  const after = new Date(Date.UTC(year, month - 1, day + 2)).toISOString().slice(0, 10);
  expect(text).toContain(`on ${formatDate(after, 'en')} at the earliest`);
  expect(await widthOver(page)).toBeLessThanOrEqual(0);
  // The style is loaded: the policy allows it.
  const ink = await page
    .locator('h2')
    .first()
    .evaluate((at) => getComputedStyle(at).color);
  expect(ink).not.toBe('rgb(0, 0, 0)');
  const links = page.getByRole('main').getByRole('link');
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const files = ['commitment.json', 'head.json'];
  const programs = ['verifier.zip', 'draw-format.md', 'guide-for-auditors.md'];
  expect(addresses).toEqual([...files, ...programs].map((name) => `/draw/${name}`));
  for (const address of addresses) {
    expect((await page.request.get(`${phone.origin}${address}`)).status()).toBe(200);
  }
  await links.first().click();
  await page.waitForURL('**/draw/commitment.json');
  await page.goBack();
  await heading(page, title).waitFor();
});

test('it works without scripts and without a session', { tags: ['long'] }, async () => {
  const { page } = await phones.open({ javaScriptEnabled: false });
  await page.goto('/draw');
  await heading(page, title).waitFor();
  expect(new URL(page.url()).pathname).toBe('/draw/');
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(7);
  // The language switch works without scripts, too, and the choice is stored.
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await heading(page, hindi.title).waitFor();
  await page.goto('/draw/');
  await heading(page, hindi.title).waitFor();
  expect(await widthOver(page)).toBeLessThanOrEqual(0);
  await page.locator('.languages summary').click();
  await page.getByRole('link', { name: 'English' }).click();
  await heading(page, title).waitFor();
});

const expectReadable = async (locale: string, address: string) => {
  const phone = await phones.open({ locale });
  // Chromium logs this for any 404 page.
  if (address !== '/draw/') phone.allow(/status of 404/);
  await phone.page.goto(address);
  await finishAnimations(phone.page);
  expect(await axeViolations(phone.page)).toEqual([]);
  expect(await smallTargets(phone.page)).toEqual([]);
  expect(await widthOver(phone.page)).toBeLessThanOrEqual(0);
};
test.each([
  ['en-IN', '/draw/'],
  ['en-IN', '/draw/nothing'],
] as const)(
  'in %s %s is readable in sunlight and has targets large enough for a thumb',
  expectReadable,
);
test.each([
  ['hi-IN', '/draw/'],
  ['hi-IN', '/draw/nothing'],
] as const)(
  'in %s %s is readable in sunlight and has targets large enough for a thumb',
  { tags: ['long'] },
  expectReadable,
);
