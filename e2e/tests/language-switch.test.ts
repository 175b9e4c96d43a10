import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { fill } from '@inaam/campaigns/public/fill.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  entry,
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

test('on HOME nothing is lost: not the answer to the notice, nor a field, nor an error', async () => {
  const { page } = await phones.open();
  const [before, after] = [localizedPage(page, english), localizedPage(page, hindi)];
  await page.goto(entry);
  await before.still();
  await before.notice.getByRole('checkbox', { name: english.privacy.no }).check();
  await before.sentence(english.privacy.refused).waitFor();
  await before.still();
  await toHindi(before.notice);
  await after.sentence(hindi.privacy.refused).waitFor();
  expect(await after.notice.getByRole('checkbox', { name: hindi.privacy.no }).isChecked()).toBe(
    true,
  );
  await after.agree();

  const calls = recordRequests(page);
  await after.form.name.fill('Asha R');
  await after.form.state.selectOption('Kerala');
  await after.form.mobile.fill('98765');
  await after.form.agree.check();
  await after.form.getOtp.click();
  await after.sentence(hindi.home.errors.mobileInvalid).waitFor();
  await toEnglish(page);
  await before.sentence(english.home.errors.mobileInvalid).waitFor();
  expect(await before.form.name.inputValue()).toBe('Asha R');
  expect(await before.form.mobile.inputValue()).toBe('98765');
  expect(await before.form.state.inputValue()).toBe('Kerala');
  expect(await before.form.agree.isChecked()).toBe(true);
  await toHindi(page);
  await after.sentence(hindi.home.errors.mobileInvalid).waitFor();
  // The page started in English: its words are loaded, and no call is repeated.
  expect(calls).toEqual([]);
});

test('a half-typed code stays, the spin continues, the reward is the one that was won', async () => {
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
});

test(
  'the choice survives logout, a reload and the tab, and the server responds in it',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    phone.allow(/status of 4\d\d/);
    const { page } = phone;
    const [before, after] = [localizedPage(page, english), localizedPage(page, hindi)];
    const shopper = newShopper();
    await before.toForm();
    await toHindi(page);
    await after.heading(hindi.home.headline).waitFor();
    await after.register(shopper);
    await after.verify(await readCode(shopper.mobile));
    await after.spin();
    await after.heading(hindi.reward.congratulations).waitFor();
    await after.openProfile();
    await after.button(hindi.profile.logout).click();
    await after.notice.waitFor();
    await page.reload();
    await after.notice.waitFor();
    await after.expectLanguage('hi');
    const tab = await phone.newTab();
    const there = localizedPage(tab, hindi);
    await there.toForm();
    await there.expectLanguage('hi');
    await there.fill(shopper);
    await there.form.getOtp.click();
    await there.sentence(hindi.messages.participationLimit).waitFor();
    // The server's message follows the language too.
    await toEnglish(tab);
    await localizedPage(tab, english).sentence(english.messages.participationLimit).waitFor();
  },
);

test(
  'without a network the page is unchanged and shows an error; the next try works',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    phone.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/);
    const { page, context } = phone;
    const [before, after] = [localizedPage(page, english), localizedPage(page, hindi)];
    await before.toForm();
    await before.form.name.fill('Asha');
    await context.setOffline(true);
    await toHindi(page);
    await before.sentence(english.errors.offline).first().waitFor();
    await before.expectLanguage('en');
    await context.setOffline(false);
    await toHindi(page);
    await after.heading(hindi.home.headline).waitFor();
    expect(await after.form.name.inputValue()).toBe('Asha');
  },
);
