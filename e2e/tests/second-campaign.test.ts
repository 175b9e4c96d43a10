/** @module-tag long */
// The product with another campaign folder; only `CAMPAIGN` differs.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { expect, test } from 'vitest';
import { campaignDemo } from '../support/product/campaign-demo.ts';
import {
  entry,
  heading,
  newShopper,
  register,
  registration,
  sentence,
  shownAmount,
  spin,
  toForm,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import { localizedPage } from '../support/localized-page.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { pauseClock } from '../support/browser/page-time.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';

const phones = usePhones();
const tea = campaignDemo('tea-demo');
const { readCode, readVoucher } = tea;

const openPhone = () => phones.open({ origin: tea.origin() });
const pathOf = ({ page }: Phone) => new URL(page.url()).pathname;

async function verified(phone: Phone, state: string) {
  const shopper = newShopper({ state });
  await toForm(phone);
  await register(phone.page, shopper);
  await typeCode(phone.page, await readCode(shopper.mobile));
  return shopper;
}

test('[CAM-5][WHL-8] a second folder is a second campaign: its own words, wheel, reveal, rewards and SMS', async () => {
  const phone = await phones.open({ origin: tea.origin(), clock: true });
  const { page } = phone;
  await page.goto('/');
  await page.getByText('It’s inside the lid of your ₹20 pack of tea.').waitFor();
  await toForm(phone);
  expect(await page.title()).toBe('Inaam Tea Time');
  await heading(page, 'Brew a cup. Spin the wheel.').waitFor();
  await page.getByText('10 January 2026 to 31 March 2026').waitFor();
  expect(await registration(page).state.locator('option').count()).toBe(1 + 31);

  const shopper = newShopper({ state: 'Kerala' });
  await register(page, shopper);
  await typeCode(page, await readCode(shopper.mobile));
  await page
    .getByRole('figure', { name: 'A reward wheel with vouchers of ₹5, ₹10, ₹20 or ₹50.' })
    .waitFor();
  await pauseClock(page);
  await spin(page);
  // With reduced motion, a reveal in rings only lights the pegs.
  const shown = await page.evaluate(() =>
    ['.wheel-ring', '.wheel-lit-pegs'].map((part) => {
      const found = document.querySelector(part);
      return found && getComputedStyle(found).display;
    }),
  );
  expect(shown).toEqual(['none', 'inline']);
  await page.clock.resume();
  const amount = await shownAmount(page);
  expect(pathOf(phone)).toBe({ 5: '/tnreward', 10: '/reward' }[amount] ?? '/congrats');
  expect((await readVoucher(shopper.mobile)).amount).toBe(amount);
});

const expectFixed = async (state: string, amount: number, address: string) => {
  const phone = await openPhone();
  const { page } = phone;
  const { mobile } = await verified(phone, state);
  await won(page, amount).waitFor();
  expect(pathOf(phone)).toBe(address);
  await sentence(
    page,
    `In ${state} everyone who takes part gets a fixed reward of ₹${amount}.`,
  ).waitFor();
  await page.goto('/spin-wheel');
  await won(page, amount).waitFor();
  expect(await wheel(page).canvas.count()).toBe(0);
  expect((await readVoucher(mobile)).amount).toBe(amount);
};
test.each([
  ['Tamil Nadu', 5, '/tnreward'],
  ['Nagaland', 10, '/reward'],
] as const)('[CAM-5] %s gets a fixed Rs. %i without a wheel, by data alone', expectFixed);

// A soda2026 of another kind, made without a line of code: it begins in Malayalam, has six amounts,
// no state without a wheel, and ends with its deck.
const soda2026 = await loadCampaign('goli-soda-2026');
const soda = campaignDemo(soda2026.id);
const screens = new Map(soda2026.outcomes.map(({ amount, screen }) => [amount, `/${screen}`]));

const heightOf = (element: HTMLElement | SVGElement) => element.getBoundingClientRect().height;

function isBrandBesideSteps(): boolean {
  const brand = document.createRange();
  brand.selectNodeContents(document.querySelector('.page-brand') ?? document);
  const { left, right } = brand.getBoundingClientRect();
  const first = document.querySelector('.steps li')?.getBoundingClientRect() ?? new DOMRect();
  const [middle, badge] = [first.left + first.width / 2, 14];
  return right < middle - badge || left > middle + badge;
}

test('[CAM-5] who asks for a language that it lacks walks from scan to reward in Malayalam', async () => {
  const { page } = await phones.open({ origin: soda.origin(), locale: 'ta-IN' });
  const words = soda2026.words('ml');
  const { home, notAllowed, reward, states, wheel } = words;
  const localized = localizedPage(page, words);
  const shopper = newShopper({ state: 'Kerala' });
  await page.goto('/');
  await page.getByText(notAllowed.hint).waitFor();
  await localized.expectLanguage('ml');
  const [pack = ''] = await soda.packs();
  await localized.toForm(`${entry}&id=${pack}`);
  await localized.heading(home.headline).waitFor();
  // A brand of two words beside the switch and the menu.
  expect(await page.locator('.page-header').evaluate(heightOf)).toBeLessThan(2 * 44);
  // In landscape also beside the steps.
  await page.setViewportSize({ width: 740, height: 360 });
  expect(await page.evaluate(isBrandBesideSteps)).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  await localized.form.state.locator('option').nth(1).waitFor({ state: 'attached' });
  const options = await localized.form.state.locator('option').allTextContents();
  expect(options.slice(1)).toEqual(soda2026.states.map((one) => states[one] ?? one));
  await localized.register(shopper);
  await localized.verify(await soda.readCode(shopper.mobile));
  await localized.heading(wheel.title).waitFor();
  await localized.spin();
  await localized.heading(reward.congratulations).waitFor();
  const { amount } = await soda.readVoucher(shopper.mobile);
  await localized.sentence(fill(reward.won, { amount })).waitFor();
  await localized.sentence(reward.thanks).waitFor();
  expect(new URL(page.url()).pathname).toBe(screens.get(amount));
});

test('[CAM-5] its page on the draw says that it ends with its cards, and names no state without a draw', async () => {
  const { page } = await phones.open({ origin: soda.origin(), locale: 'ml-IN' });
  const { fairDraw } = soda2026.words('ml');
  await page.goto('/draw/');
  await page.getByRole('heading', { name: fairDraw.title, exact: true }).waitFor();
  await page.getByText(fairDraw.fixed.closing, { exact: true }).waitFor();
  expect(await page.getByText(fairDraw.states.heading, { exact: true }).count()).toBe(0);
});
