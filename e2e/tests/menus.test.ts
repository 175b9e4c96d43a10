import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  dialogOf,
  entry,
  menuIcon,
  notification,
  privacyNotice,
  registration,
  scanSentence,
  sentence,
  shownAmount,
  sideMenu,
  sideMenuTitle,
  spin,
  toForm,
  toWheel,
  wheel,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { callTo, reply } from '../support/api-calls.ts';

const phones = usePhones();
const { contacts, programme } = (await loadCampaign('biscuit-2025')).publicCampaign('en');
const terms = 'Terms & Conditions';
const contact = 'Contact Us';
const yourData = 'Your data and consent';
const consentNotice = 'Consent Notice';
const howTo = 'How To Participate';

const link = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isFocused = (at: Locator) => at.evaluate((element) => element === document.activeElement);

/** Tabs once around and past the end. @returns the number of stops, and those outside */
async function tabThrough(page: Page, dialog: Locator, key: 'Tab' | 'Shift+Tab') {
  const controls = await dialog.locator('button:enabled, input, select, a[href]').count();
  const met = new Set<string>();
  let outside = 0;
  for (let presses = 0; presses < controls + 4; presses += 1) {
    await page.keyboard.press(key);
    const where = await dialog.evaluate((element) => {
      const { activeElement: at } = document;
      // Between the last and the first comes the browser's bar: the page then has no focus.
      if (at === null || at === document.body || at === element) return '';
      if (!element.contains(at)) return 'outside';
      return String([...element.querySelectorAll('*')].indexOf(at));
    });
    if (where === 'outside') outside += 1;
    else if (where !== '') met.add(where);
  }
  return { met: met.size, controls, outside };
}

/** Expects the open dialog to be accessible: named, on top, and trapping the focus. */
async function expectFocusTrap(
  page: Page,
  name: string,
  keys: readonly ('Tab' | 'Shift+Tab')[] = ['Tab', 'Shift+Tab'],
): Promise<Locator> {
  const dialog = dialogOf(page, name);
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.matches(':modal')), name).toBe(true);
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  for (const key of keys) {
    const { met, controls, outside } = await tabThrough(page, dialog, key);
    expect(controls, name).toBeGreaterThan(0);
    expect({ met, outside }, `${name} by ${key}`).toEqual({ met: controls, outside: 0 });
  }
  return dialog;
}

async function expectFocusReturned(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await isFocused(opener)).toBe(true);
}

async function expectSideMenu(page: Page): Promise<void> {
  await menuIcon(page).click();
  const { dialog } = sideMenu(page);
  await dialog.waitFor();
  expect(await dialog.getByRole('navigation').getByRole('button').allTextContents()).toEqual([
    terms,
    contact,
    yourData,
  ]);
  for (const [item, title] of [
    ['terms', terms],
    ['contact', contact],
  ] as const) {
    await sideMenu(page)[item].click();
    await dialogOf(page, title).getByRole('heading', { name: title }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await dialogOf(page, title).getByRole('button', { name: 'Close' }).click();
    await dialogOf(page, title).waitFor({ state: 'detached' });
    await registration(page).getOtp.waitFor();
    await menuIcon(page).click();
  }
  // A tap outside closes it too.
  await page.mouse.click(5, 400);
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/');
}

async function expectTexts(page: Page): Promise<void> {
  for (const title of [consentNotice, howTo]) {
    await link(page, title).click();
    const dialog = dialogOf(page, title);
    await dialog.getByRole('heading', { name: title }).waitFor();
    expect((await dialog.locator('section p').allTextContents()).join('').length).toBeGreaterThan(
      300,
    );
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}

async function expectTerms(page: Page): Promise<void> {
  await link(page, terms).click();
  const dialog = dialogOf(page, terms);
  await dialog.waitFor();
  // What they say: `campaigns/tests/spec-words.test.ts`.
  const period = `from ${formatDate(programme.from, 'en')} to ${formatDate(programme.to, 'en')}`;
  await dialog.locator('section').filter({ hasText: period }).first().waitFor();
  // No placeholder is left.
  expect(await dialog.textContent()).not.toMatch(/[{}]|undefined|NaN/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

describe('the texts', () => {
  test("[MOD-2] the contacts are the campaign's, as mail and telephone links", async () => {
    const { page } = await phones.open();
    const links = dialogOf(page, contact).getByRole('link');
    const addresses = () =>
      links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
    const open = async () => {
      await page.goto('/');
      await scanSentence(page).waitFor();
      await menuIcon(page).click();
      await sideMenu(page).contact.click();
      await links.first().waitFor();
    };
    await open();
    expect(await addresses()).toEqual([
      [contacts.email, `mailto:${contacts.email}`],
      [contacts.phone, `tel:${contacts.phone.replaceAll(' ', '')}`],
    ]);
    // Another campaign's contacts, where the server writes them.
    await page.route('**/', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const body = text
        .replaceAll(contacts.email, 'help@tea.example')
        .replaceAll(contacts.phone, '1800 123 4567');
      await route.fulfill({ response, body });
    });
    await open();
    expect(await addresses()).toEqual([
      ['help@tea.example', 'mailto:help@tea.example'],
      ['1800 123 4567', 'tel:18001234567'],
    ]);
  });
});

describe('every modal', () => {
  test('[MOD-1][MOD-6][HOM-7][HOM-8] of HOME has its texts, is labelled, traps the focus, returns it, and is closed by Escape', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toForm(phone);
    await expectSideMenu(page);
    await expectTexts(page);
    await expectTerms(page);
    const openers: [Locator, string][] = [
      [menuIcon(page), sideMenuTitle],
      [link(page, terms), terms],
      [link(page, consentNotice), consentNotice],
      [link(page, howTo), howTo],
    ];
    for (const [opener, title] of openers) {
      await opener.click();
      const isLongest = title === terms;
      const dialog = await expectFocusTrap(page, title, isLongest ? undefined : ['Tab']);
      await expectFocusReturned(page, dialog, opener);
    }
    // From the side menu the opener is the icon.
    await menuIcon(page).click();
    await sideMenu(page).contact.click();
    const contacts = await expectFocusTrap(page, contact, ['Shift+Tab']);
    await expectFocusReturned(page, contacts, menuIcon(page));
    // The link in the label opens the terms and ticks nothing.
    expect(await registration(page).agree.isChecked()).toBe(false);
  });

  test('[MOD-6][HOM-8] the privacy notice traps the focus, and neither Escape nor a tap outside closes it', async () => {
    const { page } = await phones.open();
    await page.goto(entry);
    const { dialog, yes } = privacyNotice(page);
    await dialog.waitFor();
    // While the states are loading, the loader covers the notice and has the focus.
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expectFocusTrap(page, 'Privacy notice');
    // A dialog on top of it returns the focus to it.
    const opener = dialog.getByRole('button', { name: consentNotice });
    await opener.click();
    const text = await expectFocusTrap(page, consentNotice, ['Shift+Tab']);
    await text.getByRole('heading', { name: consentNotice }).waitFor();
    await expectFocusReturned(page, text, opener);
    await yes.check();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
    expect(await yes.isChecked()).toBe(true);
  });
});

describe('the error popup', () => {
  test('[MOD-3][MOD-6] shows a message that no screen has a place for, and closes', async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/status of 403 .*getReward/, /warning: spin failed: CallRefused 403 invalidUser/);
    await toWheel(phone);
    const { play } = wheel(page);
    const message = 'You cannot take part with this mobile number. Please write to us.';
    let refusals = 0;
    await page.route(callTo('getReward'), (route) => {
      refusals += 1;
      if (refusals > 2) return route.fallback();
      return reply(route, { statusCode: 403, messageId: 'invalidUser', message });
    });
    await play.click();
    const popup = await expectFocusTrap(page, 'Please note', ['Tab']);
    await sentence(popup, message).waitFor();
    // Reported once, and announced with the dialog.
    expect(await page.getByText(message).count()).toBe(1);
    expect(await notification(page).count()).toBe(0);
    await popup.getByRole('button', { name: 'Close', exact: true }).click();
    await popup.waitFor({ state: 'detached' });
    expect(await play.isEnabled()).toBe(true);
    await play.click();
    await popup.waitFor();
    await expectFocusReturned(page, popup, play);
    await spin(page);
    await shownAmount(page);
  });
});
