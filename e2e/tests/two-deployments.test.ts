// A page that is open during a deployment: files of its build are gone.
import type { Page } from 'playwright-core';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  acceptPrivacy,
  entry,
  newShopper,
  registration,
  shownAmount,
  spin,
  wheel,
} from '../support/page-objects.ts';
import { storeVerified } from '../support/browser/stored-login.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';

const phones = usePhones();
const grantSchema = z.object({ winType: z.coerce.number() });
const gone = /status of 404/;
const rewardFiles = /\/assets\/reward-[^/]*\.js$/;

/** A shopper who has verified the number. @returns the number of page loads since then */
async function openVerified(phone: Phone): Promise<() => number> {
  await storeVerified(phone, newShopper());
  return countLoads(phone.page);
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

/** The first page load requests a missing file; the next one belongs to the current build. */
const takeAway = ({ page }: Phone, files: RegExp, loads: () => number) =>
  page.route(files, (route) => (loads() > 1 ? route.continue() : route.fulfill({ status: 404 })));

test('the screen of the reward is gone with its build: the page is loaded again and shows the reward', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(gone);
  const loads = await openVerified(phone);
  await takeAway(phone, rewardFiles, loads);
  await page.goto('/spin-wheel');
  const answered = page.waitForResponse('**/getReward/**');
  await wheel(page).play.click();
  const { winType } = grantSchema.parse(unwrapResponse(await (await answered).text()));
  expect(await shownAmount(page)).toBe(winType);
  expect(loads()).toBe(2);
});

test(
  'the wheel is gone with its build: the page is loaded again, and shows the reward',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    phone.allow(gone);
    const loads = await openVerified(phone);
    await takeAway(phone, /\/assets\/spin-wheel-[^/]*\.js$/, loads);
    await phone.page.goto('/spin-wheel');
    await spin(phone.page);
    expect([3, 5, 10]).toContain(await shownAmount(phone.page));
    expect(loads()).toBe(2);
  },
);

test('the app itself is gone before it was loaded: the page is loaded again, with the typed text', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(gone);
  const loads = countLoads(page);
  const typed = Promise.withResolvers<void>();
  page.once('close', () => typed.resolve());
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await typed.promise;
    await (loads() > 1 ? route.continue() : route.fulfill({ status: 404 })).catch(() => undefined);
  });
  await page.goto(entry, { waitUntil: 'commit' });
  const { name, mobile } = newShopper();
  await registration(page).name.fill(name);
  await registration(page).mobile.fill(mobile);
  typed.resolve();
  await acceptPrivacy(page);
  expect(await registration(page).name.inputValue()).toBe(name);
  expect(await registration(page).mobile.inputValue()).toBe(mobile);
  expect(loads()).toBe(2);
});

test(
  'a missing file is not requested forever: the page says that something went wrong',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(gone, /Failed to fetch dynamically imported module/);
    const loads = await openVerified(phone);
    await page.route(rewardFiles, (route) => route.fulfill({ status: 404 }));
    await page.goto('/spin-wheel');
    await wheel(page).play.click();
    await page.getByRole('alert').getByRole('button').waitFor();
    expect(loads()).toBe(2);
  },
);

test(
  'without a network the next screen comes when the network is back',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page, context } = phone;
    phone.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    await openVerified(phone);
    let isAway = true;
    await page.route(rewardFiles, (route) => (isAway ? route.abort() : route.continue()));
    // The page requests this to detect whether the network is back.
    await page.route(
      () => true,
      (route) => (isAway && route.request().method() === 'HEAD' ? route.abort() : route.fallback()),
    );
    await page.goto('/spin-wheel');
    const answered = page.waitForResponse('**/getReward/**');
    await wheel(page).play.click();
    const { winType } = grantSchema.parse(unwrapResponse(await (await answered).text()));
    await page.getByRole('alertdialog').waitFor();
    isAway = false;
    await context.setOffline(true);
    await context.setOffline(false);
    expect(await shownAmount(page)).toBe(winType);
  },
);
