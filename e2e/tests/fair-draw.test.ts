import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { formatNumber } from '@inaam/campaigns/public/format.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { revealDraw } from '@inaam/testing/server/app/test-server.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { useOwnServer } from '../support/product/own-server.ts';
import { dialogOf, heading, sideMenu, toForm, menuIcon } from '../support/page-objects.ts';
import { axeViolations, finishAnimations, smallTargets } from '../support/checks/visual-checks.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';

const phones = usePhones();
const { draw, fixed, programme } = await loadCampaign('biscuit-2025');
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

/** Whose draw is revealed. */
const own = useOwnServer();

beforeAll(async () => {
  for (const state of ['Goa', 'Tamil Nadu', 'Kerala']) {
    const shopper = new Shopper(own.server);
    await shopper.verify(newMobile(), state);
    await shopper.call('getReward');
  }
  await revealDraw(own.server);
});

const button = (page: Page) => page.getByRole('button', { name: 'Check it here' });
const status = (page: Page) => page.getByRole('status');

async function openRevealed() {
  const phone = await phones.open({ origin: own.origin });
  await phone.page.goto('/draw/');
  return phone;
}

test('[CAM-3] the page recomputes a finished draw by keyboard, and sends nothing', async () => {
  const { page } = await openRevealed();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
  await button(page).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Valid. All 6 lines of the list follow').waitFor();
  expect(await status(page).textContent()).toContain('Worked out again: 2 cards and 3 rewards.');
  expect(await button(page).getAttribute('aria-disabled')).toBe('false');
  const files = ['commitment.json', 'secret.txt', 'head.json', 'amendments.jsonl', 'ledger.jsonl'];
  expect(sent.toSorted()).toEqual(files.map((name) => `GET ${own.origin}/draw/${name}`).toSorted());
  expect(await axeViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
});

test('[CAM-3] it names the first wrong line of a tampered list, and a wrong file', async () => {
  const { page } = await openRevealed();
  await page.route('**/draw/ledger.jsonl', async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split('\n');
    const body = lines.with(3, lines[3]?.replace(/"amount":\d+/, '"amount":10') ?? '').join('\n');
    await route.fulfill({ response, body });
  });
  await button(page).click();
  await page.getByText('Not valid. Line 4 is the first wrong one in the list').waitFor();
  const reason = status(page).locator('[lang="en"]');
  expect(await reason.textContent()).toMatch(/^Line 4 of the ledger: the hash of this entry/);

  await page.route('**/draw/secret.txt', (route) =>
    route.fulfill({ body: `${'ab'.repeat(32)}\n` }),
  );
  await button(page).click();
  await page.getByText('Not valid. This file is wrong: The secret.').waitFor();
});

test('without an answer it says that nothing was found out', async () => {
  const phone = await openRevealed();
  phone.allow(/ERR_FAILED/);
  const { page } = phone;
  await page.route('**/draw/head.json', (route) => route.abort());
  await button(page).click();
  await page.getByText('The check could not be finished').waitFor();
  await page.unroute('**/draw/head.json');
  await button(page).click();
  await page.getByText('Valid. All 6 lines').waitFor();
});

test('before the reveal it checks the document, and says so in the language of the page', async () => {
  const { page } = await phones.open();
  await page.goto('/draw/');
  expect(await page.getByText('The cards can be checked once').count()).toBe(1);
  await button(page).click();
  await page.getByText('Valid so far. The document is the one').waitFor();
  await page.goto('/draw/?language=ur');
  await page.getByRole('button', { name: 'یہیں جانچیں' }).click();
  await page.getByText('اب تک درست ہے۔').waitFor();
});

test('without scripts the page says what the check needs', async () => {
  const { page } = await phones.open({ javaScriptEnabled: false });
  await page.goto('/draw/');
  await page.getByText('The check on this page needs JavaScript').waitFor();
  expect(await button(page).count()).toBe(0);
});
