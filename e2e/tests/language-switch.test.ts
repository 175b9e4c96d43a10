import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';
import {
  finishSpin,
  newShopper,
  shownAmount,
  scanSentence,
  chooseLanguage,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { localizedPage } from '../support/localized-page.ts';
import { storedSession } from '../support/browser/browser-storage.ts';

const phones = usePhones();
const campaign = await loadCampaign('biscuit-2025');
const [english, hindi] = [campaign.words('en'), campaign.words('hi')];
const names = { en: 'English', hi: 'हिन्दी' } as const;

const toHindi = (at: Page | Locator) => chooseLanguage(at, names.hi);
const toEnglish = (page: Page) => chooseLanguage(page, names.en);
function recordRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/assets/')) seen.push(pathname);
  });
  return seen;
}

test('the choice is finger-sized, each language named in itself, and works by keyboard', async () => {
  const { page } = await phones.open({ viewport: { width: 280, height: 653 } });
  await page.goto('/');
  await scanSentence(page).waitFor();
  const open = page.locator('#root').getByRole('button', { name: 'Language: English' });
  const box = await open.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await open.focus();
  await page.keyboard.press('Enter');
  const choices = page.getByRole('dialog', { name: 'Language' }).getByRole('listitem');
  const { languageNames } = campaign.publicCampaign('en');
  await choices.first().waitFor();
  expect(await choices.allTextContents()).toEqual(Object.values(languageNames));
  for (const one of await choices.getByRole('button').all()) {
    const size = await one.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await one.textContent()).toBe(languageNames[(await one.getAttribute('lang')) ?? '']);
  }
  const current = choices.getByRole('button', { name: names.en });
  expect(await current.getAttribute('aria-current')).toBe('true');
  expect(await current.evaluate((element) => element === document.activeElement)).toBe(true);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(280);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const { expectLanguage: speaks, heading } = localizedPage(page, hindi);
  await heading(hindi.notAllowed.message).waitFor();
  await speaks('hi');
  // The switch has the focus again.
  const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(label).toBe(`${hindi.menu.language}: ${names.hi}`);
});

test(
  'a half-typed code stays, the spin continues, the reward is the one that was won',
  { tags: ['long'] },
  async () => {
    const { page } = await phones.open();
    const [before, after] = [localizedPage(page, english), localizedPage(page, hindi)];
    const shopper = newShopper();
    await before.toForm();
    await before.register(shopper);
    await before.code.otp.fill('123');
    const calls = recordRequests(page);
    await toHindi(page);
    await after.heading(hindi.otp.title).first().waitFor();
    expect(await after.code.otp.inputValue()).toBe('123');
    await page.getByText(fill(hindi.otp.sentTo, { mobile: shopper.mobile })).waitFor();
    expect(calls.filter((path) => !path.startsWith('/art/'))).toEqual(['/words/hi.json']);
    await after.verify(await readCode(shopper.mobile));

    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await after.play.click();
    await page.waitForFunction(() => document.getAnimations().some(({ id }) => id === 'spin'));
    await toEnglish(page);
    await before.heading(english.wheel.title).waitFor();
    await finishSpin(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const amount = await shownAmount(page);
    expect((await storedSession(page)).winType).toBe(amount);
    await toHindi(page);
    await after.sentence(fill(hindi.reward.won, { amount })).waitFor();

    await after.openProfile();
    await toEnglish(page);
    await before.heading(english.profile.title).waitFor();
    await before.openDetails();
    await before.details.age.fill('31');
    await before.details.save.click();
    await before.sentence(english.editProfile.errors.genderRequired).waitFor();
    await toHindi(page);
    await after.sentence(hindi.editProfile.errors.genderRequired).waitFor();
    expect(await after.details.age.inputValue()).toBe('31');
  },
);

// The way to a reward in a script that is neither Latin nor Devanagari, and in a right-to-left one.

/** Two or more Latin words, except names and the SMS's words. */
async function latinSentences(page: Page, own: readonly string[]): Promise<string[]> {
  const texts = await readPage(page);
  return texts.flatMap((text) => {
    const foreign = [campaign.name, campaign.promoter, ...own].reduce(
      (rest, name) => rest.replaceAll(name, ''),
      text,
    );
    return foreign.match(/[a-z]{2,}(?:[\s,]+[a-z]{2,})+/gi) ?? [];
  });
}

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
  const names = [shopper.name, otp.label, campaign.redeemAt];
  expect(await latinSentences(page, names)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

/** All texts of a page, visible or for assistive technology. */
const readPage = (page: Page): Promise<string[]> => page.evaluate(readInPage);

/** Runs in the page, so it must contain everything it needs. */
function readInPage(): string[] {
  const texts: string[] = [document.title];
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
      const value = element.getAttribute(name);
      if (value !== null) texts.push(value);
    }
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { textContent, parentElement: parent } = walker.currentNode;
    const text = textContent?.trim() ?? '';
    if (text === '' || parent === null || parent.closest('script, style, noscript, option'))
      continue;
    if (parent.checkVisibility({ visibilityProperty: true })) texts.push(text);
  }
  return texts;
}
