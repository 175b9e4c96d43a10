// The check on the page about the draw: what it says before the reveal, and after it of honest and
// of tampered files.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { revealDraw } from '@inaam/testing/server/campaign/reveal-draw.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { useOwnServer } from '../support/product/own-server.ts';
import { usePhones } from '../support/browser/phone.ts';
import { axeViolations, smallTargets } from '../support/checks/visual-checks.ts';

const phones = usePhones();
const states = ['Goa', 'Tamil Nadu', 'Kerala'];

const own = useOwnServer();

beforeAll(async () => {
  for (const state of states) {
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
