/** @module-tag long */
// A campaign of another kind, made without a line of code: it begins in Malayalam, has six amounts,
// no state without a wheel, and ends with its deck.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import { expect, test } from 'vitest';
import { campaignDemo } from '../support/product/campaign-demo.ts';
import { localizedPage } from '../support/localized-page.ts';
import { newShopper } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

const campaign = await loadCampaign('goli-soda-2026');
const phones = usePhones();
const soda = campaignDemo(campaign.id);
const screens = new Map(campaign.outcomes.map(({ amount, screen }) => [amount, `/${screen}`]));

const heightOf = (element: HTMLElement | SVGElement) => element.getBoundingClientRect().height;

function isBrandBesideSteps(): boolean {
  const brand = document.createRange();
  brand.selectNodeContents(document.querySelector('.page-brand') ?? document);
  const { left, right } = brand.getBoundingClientRect();
  const first = document.querySelector('.steps li')?.getBoundingClientRect() ?? new DOMRect();
  const [middle, badge] = [first.left + first.width / 2, 14];
  return right < middle - badge || left > middle + badge;
}

async function walk(locale: string, language: string, state: string) {
  const { page } = await phones.open({ origin: soda.origin(), locale });
  const words = campaign.words(language);
  const { home, notAllowed, reward, states, wheel } = words;
  const localized = localizedPage(page, words);
  const shopper = newShopper({ state });
  await page.goto('/');
  await page.getByText(notAllowed.hint).waitFor();
  await localized.expectLanguage(language);
  await localized.toForm();
  await localized.heading(home.headline).waitFor();
  // A brand of two words beside the switch and the menu.
  expect(await page.locator('.page-header').evaluate(heightOf)).toBeLessThan(2 * 44);
  // In landscape also beside the steps.
  await page.setViewportSize({ width: 740, height: 360 });
  expect(await page.evaluate(isBrandBesideSteps)).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  await localized.form.state.locator('option').nth(1).waitFor({ state: 'attached' });
  const options = await localized.form.state.locator('option').allTextContents();
  expect(options.slice(1)).toEqual(campaign.states.map((one) => states[one] ?? one));
  await localized.register(shopper);
  await localized.verify(await soda.smsMatching(shopper.mobile, /\n@\S+ #(\d{6})$/));
  await localized.heading(wheel.title).waitFor();
  await localized.spin();
  await localized.heading(reward.congratulations).waitFor();
  const amount = Number(await soda.smsMatching(shopper.mobile, /Your Rs\. (\d+) gift voucher/));
  await localized.sentence(fill(reward.won, { amount })).waitFor();
  await localized.sentence(reward.thanks).waitFor();
  expect(new URL(page.url()).pathname).toBe(screens.get(amount));
}

test('[CAM-5] who asks for a language that it lacks walks from scan to reward in Malayalam', () =>
  walk('ta-IN', 'ml', 'Kerala'));

test.each([
  ['en-IN', 'en', 'Assam'],
  ['ur-IN', 'ur', 'Maharashtra'],
] as const)('[CAM-5] the same folder for a phone in %s', async (locale, language, state) => {
  await walk(locale, language, state);
});

test('[CAM-5] its page on the draw says that it ends with its cards, and names no state without a draw', async () => {
  const { page } = await phones.open({ origin: soda.origin(), locale: 'ml-IN' });
  const { fairDraw } = campaign.words('ml');
  await page.goto('/draw/');
  await page.getByRole('heading', { name: fairDraw.title, exact: true }).waitFor();
  await page.getByText(fairDraw.fixed.closing, { exact: true }).waitFor();
  expect(await page.getByText(fairDraw.states.heading, { exact: true }).count()).toBe(0);
});
