// The question after the reward, in a campaign that asks one: from the ticket to the SMS of the
// bonus.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { calls } from '@inaam/contract/calls.ts';
import { unwrapResponse, wrapResponse } from '@inaam/contract/envelope.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { usePhones, type Phone } from '@inaam/e2e/support/browser/phone.ts';
import {
  axeViolations,
  darkContrastViolations,
  smallTargets,
} from '@inaam/e2e/support/checks/visual-checks.ts';
import {
  menuIcon,
  newShopper,
  register,
  shownAmount,
  spin,
  toForm,
  typeCode,
  wheel,
  won,
} from '@inaam/e2e/support/page-objects.ts';
import { recordRequests, respond } from '@inaam/e2e/support/api-calls.ts';
import { campaignDemo } from '@inaam/e2e/support/product/campaign-demo.ts';

const campaign = await loadCampaign('tea-demo');
const words = campaign.words('en');
const { question: own } = words;
const phones = usePhones();
const tea = campaignDemo(campaign.id, 4400);
const messages = z.array(z.object({ text: z.string() }));

async function verified(phone: Phone, state: string): Promise<string> {
  const { mobile, ...shopper } = newShopper({ state });
  await toForm(phone);
  await register(phone.page, { mobile, ...shopper });
  await typeCode(phone.page, await tea.readCode(mobile));
  return mobile;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The question on the screen, with the text of its right option and of a wrong one. */
async function askedOn(page: Page) {
  const dialog = page.locator('dialog.dialog-full');
  const prompt = await dialog.getByRole('heading', { level: 2 }).innerText();
  const texts = Object.entries(words.questions).find(([, { question }]) => question === prompt);
  const [id = '', { options = [], right: explanation = '' } = {}] = texts ?? [];
  const right = campaign.questions?.questions.find((one) => one.id === id)?.right ?? -1;
  const wrong = right === 0 ? 1 : 0;
  const optionAt = (at: number) => dialog.getByRole('radio', { name: options[at] ?? '' });
  return { dialog, right, wrong, optionAt, explanation };
}

test('a right answer, by the keyboard alone, adds as much again: on the ticket, in the profile and in an SMS of its own', async () => {
  const phone = await phones.open({
    origin: tea.origin(),
    viewport: { width: 360, height: 640 },
    isMobile: false,
    hasTouch: false,
  });
  const { page } = phone;
  const mobile = await verified(phone, 'Kerala');
  await wheel(page).play.waitFor();
  await spin(page);
  const amount = await shownAmount(page);
  const values = { amount, bonus: amount };
  await page.getByText(fill(own.invite, values)).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const start = button(page, own.start);
  for (let tab = 0; tab < 30; tab++) {
    if (await start.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');

  const { dialog, right, optionAt, explanation } = await askedOn(page);
  await expect.poll(() => optionAt(0).evaluate((one) => one === document.activeElement)).toBe(true);
  // All of it is in sight.
  const scrolls = (element: HTMLElement | SVGElement) =>
    element.scrollHeight - element.clientHeight;
  expect(await dialog.evaluate(scrolls)).toBe(0);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(String(right + 1));
  expect(await optionAt(right).isChecked()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: fill(own.right, values) }).waitFor();
  await dialog.getByText(explanation).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await darkContrastViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');

  await dialog.waitFor({ state: 'detached' });
  await won(page, 2 * amount).waitFor();
  expect(await page.locator('.ticket-amount').innerText()).toBe(`₹${2 * amount}`);
  await page.getByText(own.second).waitFor();
  await page.getByText(fill(words.bonus.both, values)).waitFor();
  const news = page.locator('.ticket-news p');
  expect(await news.count()).toBe(2);
  const voucher = `your Rs. ${amount} gift voucher`;
  const vouchers = async () => {
    const answer = await fetch(`${tea.origin()}/demo/messages?to=${mobile}`);
    const sent = messages.parse(await answer.json()).filter(({ text }) => text.includes(voucher));
    return new Set(sent.map(({ text }) => text)).size;
  };
  await expect.poll(vouchers).toBe(2);
  await page.reload();
  await won(page, 2 * amount).waitFor();
  // Two vouchers, each with its own state; and the end of the number, nothing else of it.
  await news.nth(1).waitFor();
  for (const one of await news.allInnerTexts()) expect(one).toMatch(new RegExp(`^₹${amount} \\w`));
  const owner = await page.locator('.ticket-owner').innerText();
  expect(owner.match(/\d+/g)).toEqual([mobile.slice(-4)]);
  expect(await button(page, own.start).count()).toBe(0);
  await menuIcon(page).click();
  await page.getByText(fill(words.bonus.line, values)).waitFor();
});

test('the question is asked again after a failure', async () => {
  const phone = await phones.open({ origin: tea.origin(), clock: true });
  const { page } = phone;
  phone.allow(/status of 400 .*getQuestion/, /bonus failed: (?:CallRefused 400|NetworkFailed)/);
  await respond(page, 'getQuestion', { statusCode: 400, message: '' }, 1);
  const asked = recordRequests(page, 'getQuestion');
  await verified(phone, 'Nagaland');
  await won(page, 10).waitFor();
  await expect
    .poll(async () => {
      // Time that passes during a call ends it.
      await asked.at(-1)?.response();
      await page.clock.fastForward(20_000);
      return button(page, own.start).isVisible();
    })
    .toBe(true);
  expect(asked.length).toBeGreaterThan(1);
});

test(
  'a video that cannot play says so, and a clock that is set back adds no time; a wrong answer costs nothing and says what was right; a choice survives a reload, and the first answer counts',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ origin: tea.origin() });
    const { page } = phone;
    phone.allow(/404 .*gone\.mp4/);
    await page.route(/getQuestion/, async (route) => {
      const response = await route.fetch();
      const { question } = calls.getQuestion.answer.parse(unwrapResponse(await response.text()));
      const changed = { ...question, seconds: 30, imageUrl: '', videoUrl: '/gone.mp4' };
      const json = wrapResponse({ statusCode: 200, question: changed }, 'object');
      await route.fulfill({ response, json });
    });
    await verified(phone, 'Nagaland');
    await won(page, 10).waitFor();
    await button(page, own.start).click();
    await page.getByText(own.videoFailed).waitFor();
    await page.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() - 3_600_000;
    });
    const left = page.locator('.question-clock b');
    await expect.poll(async () => Number(await left.innerText())).toBeLessThan(30);
    const { dialog, wrong, right, optionAt, explanation } = await askedOn(page);
    await optionAt(wrong).check({ force: true });
    await page.reload();
    await button(page, own.start).click();
    expect(await optionAt(wrong).isChecked()).toBe(true);
    await button(page, own.check).click();
    const values = { amount: 10 };
    await page.getByRole('heading', { name: fill(own.wrong, values) }).waitFor();
    await dialog.getByText(explanation).waitFor();
    await dialog.getByRole('radio', { name: own.rightAnswer }).waitFor({ state: 'attached' });
    expect(await optionAt(right).isDisabled()).toBe(true);
    await button(page, own.back).click();
    await won(page, 10).waitFor();
    await page.reload();
    await page.getByText(fill(own.wrong, values)).waitFor();
    await page.getByText(explanation).waitFor();
    expect(await button(page, own.start).count()).toBe(0);
  },
);
