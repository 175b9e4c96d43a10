// The way to a reward in a script that is neither Latin nor Devanagari, and in a right-to-left one.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { localizedPage } from '../support/localized-page.ts';
import { newShopper } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { readPage } from '../support/checks/read-page.ts';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';

const phones = usePhones();
const campaign = await loadCampaign('biscuit-2025');

/** Two or more Latin words, except names and the SMS's words. */
async function latinSentences(page: Page, own: readonly string[]): Promise<string[]> {
  const { texts } = await readPage(page);
  return texts.flatMap((text) => {
    const foreign = [campaign.name, campaign.promoter, ...own].reduce(
      (rest, name) => rest.replaceAll(name, ''),
      text,
    );
    return foreign.match(/[a-z]{2,}(?:[\s,]+[a-z]{2,})+/gi) ?? [];
  });
}

const fontsOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    return files.flatMap((name) => /assets\/(\w+-\w+)\S*\.woff2$/.exec(name)?.[1] ?? []);
  });

test(
  'in Tamil, from the scan to the fixed reward: no English sentence, and its own fonts alone',
  { tags: ['long'] },
  async () => {
    const words = campaign.words('ta');
    const { page } = await phones.open({ locale: 'ta-IN' });
    const tamil = localizedPage(page, words);
    const shopper = newShopper({ state: 'Tamil Nadu' });
    const check = async () => expect(await latinSentences(page, [shopper.name])).toEqual([]);
    await page.goto('/');
    await tamil.heading(words.notAllowed.message).waitFor();
    await check();
    await tamil.toForm();
    await tamil.expectLanguage('ta');
    await tamil.heading(words.home.headline).waitFor();
    await tamil.fill(shopper);
    await check();
    await tamil.form.getOtp.click();
    await tamil.code.otp.waitFor();
    await check();
    await tamil.verify(await readCode(shopper.mobile));
    await tamil.sentence(fill(words.reward.won, { amount: 3 })).waitFor();
    const state = words.states['Tamil Nadu'] ?? '';
    await tamil.sentence(fill(words.reward.fixedNote, { state, amount: 3 })).waitFor();
    await check();
    const fonts = await fontsOf(page);
    expect(fonts).toContain('display-tamil');
    const others = fonts.filter((name) => !/-(?:tamil|figures|rupee)$/.test(name));
    expect(others).toEqual([]);
  },
);

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('Failed to measure an element: it is not on the screen.');
  return { ...box, middle: box.x + box.width / 2 };
};

/** The left edges of a text's characters on the screen. */
const placesOf = (element: Locator, characters: readonly string[]) =>
  element.evaluate((node, wanted) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const places: number[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const character of wanted) {
        const at = text.textContent?.indexOf(character) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + character.length);
        places.push(range.getBoundingClientRect().left);
      }
    }
    return places;
  }, characters);

test('in Urdu, from the scan to the reward, the page runs from right to left, and numbers do not', async () => {
  const words = campaign.words('ur');
  const { home, menu, otp, reward, contact } = words;
  const { page } = await phones.open({ locale: 'ur-IN' });
  const urdu = localizedPage(page, words);
  const shopper = newShopper();
  await urdu.toForm();
  await urdu.expectLanguage('ur');
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await urdu.heading(home.headline).waitFor();
  // The brand is on the right, the menu on the left, and it opens on the left.
  const open = urdu.button(menu.open);
  expect((await boxOf(page.locator('.page-brand'))).x).toBeGreaterThan((await boxOf(open)).x);
  await open.click();
  expect((await boxOf(urdu.dialog(menu.label))).x).toBe(0);
  await urdu.button(contact.title).click();
  const phone = page.getByRole('link', { name: campaign.contacts.phone });
  const [first = 0, last = 0] = await placesOf(phone, ['1800', '0000']);
  expect(first).toBeLessThan(last);
  await page.keyboard.press('Escape');
  const [country = Infinity] = await placesOf(page.locator('.prefixed'), ['+']);
  expect(country).toBeLessThan((await boxOf(urdu.form.mobile)).middle);
  await urdu.register(shopper);
  const steps = page.locator('.steps li');
  const [one, two] = [await boxOf(steps.nth(0)), await boxOf(steps.nth(1))];
  expect(one.middle).toBeGreaterThan(two.middle);
  const sent = page.locator('.code-form p').first();
  const [plus = 0, number = 0] = await placesOf(sent, ['+', shopper.mobile]);
  expect(plus).toBeLessThan(number);
  // There the number may break, and is still read from the left.
  await page.setViewportSize({ width: 320, height: 568 });
  const [narrowPlus = Infinity, narrowNumber = 0] = await placesOf(sent, ['+', shopper.mobile]);
  expect(narrowPlus).toBeLessThan(narrowNumber);
  await page.setViewportSize({ width: 360, height: 740 });
  const code = await readCode(shopper.mobile);
  await urdu.verify(code);
  await urdu.heading(words.wheel.title).waitFor();
  await urdu.spin();
  await urdu.heading(reward.congratulations).waitFor();
  const { amount } = await readVoucher(shopper.mobile);
  await urdu.sentence(fill(reward.won, { amount })).waitFor();
  const [sign = 0, digits = 0] = await placesOf(page.locator('.ticket-amount'), ['₹', `${amount}`]);
  expect(sign).toBeLessThan(digits);
  expect(await latinSentences(page, [shopper.name, otp.label])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
