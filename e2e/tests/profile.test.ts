import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  detailsForm,
  dialogOf,
  menuIcon,
  privacyNotice,
  profile,
  toProfile,
  wheel,
  won,
} from '../support/page-objects.ts';
import { storeUnknownToken } from '../support/browser/stored-login.ts';
import { usePhones } from '../support/browser/phone.ts';
import { changeStoredSession } from '../support/browser/browser-storage.ts';

const phones = usePhones();
const pathOf = (page: Page) => new URL(page.url()).pathname;

function watchPaths(page: Page): string[] {
  const seen: string[] = [];
  page.on('framenavigated', () => seen.push(pathOf(page)));
  return seen;
}

describe('the profile', () => {
  test('[PRF-1][PER-1] shows stored name and mobile, its five actions and the way to withdraw', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const { name, mobile } = await toProfile(phone);
    expect(await profile(page).facts.allTextContents()).toEqual([name, mobile]);
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual([
      'Edit Profile',
      'Terms & Conditions',
      'Contact Us',
      'Your data and consent',
      'Logout',
      'Back',
    ]);
    for (const [item, title] of [
      [profile(page).terms, 'Terms & Conditions'],
      [profile(page).contact, 'Contact Us'],
    ] as const) {
      await item.click();
      await dialogOf(page, title).waitFor();
      await page.keyboard.press('Escape');
      await dialogOf(page, title).waitFor({ state: 'detached' });
    }
    await profile(page).edit.click();
    await detailsForm(page).title.waitFor();
    expect(pathOf(page)).toBe('/edit-profile');

    // In local storage, and the same after a reload.
    await page.evaluate(() => localStorage.setItem('userName', 'Meera Nair'));
    await page.goto('/profile');
    await profile(page).title.waitFor();
    expect(await profile(page).facts.allTextContents()).toEqual(['Meera Nair', mobile]);
  });

  test('[PRF-1][PRF-2][NAV-4] of an unregistered visitor shows that, hides Edit Profile, and Back leads HOME', async () => {
    const { page } = await phones.open();
    await page.goto('/profile?utm_source=qrcode');
    await profile(page).title.waitFor();
    expect(await profile(page).facts.allTextContents()).toEqual(['Not added yet', 'Not added yet']);
    // HOME's icon opens the side menu; the address opens a profile without an origin.
    expect(await profile(page).edit.count()).toBe(0);
    for (const item of ['terms', 'contact', 'logout', 'back'] as const) {
      expect(await profile(page)[item].isVisible(), item).toBe(true);
    }
    await profile(page).back.click();
    await privacyNotice(page).dialog.waitFor();
    expect(pathOf(page)).toBe('/');
  });
});

describe('Back', () => {
  test("[PRF-3][PRF-4] returns to the reward or the wheel that the icon was pressed on; from /tnreward and from an address it leads HOME, which leads to the shopper's own", async () => {
    const phone = await phones.open();
    const { page } = phone;
    await storeUnknownToken(phone);
    await page.goto('/profile');
    await profile(page).title.waitFor();
    const home = watchPaths(page);
    await profile(page).back.click();
    await wheel(page).play.waitFor();
    expect(home).toEqual(['/', '/spin-wheel']);
    await page.goto('/');
    await menuIcon(page).click();
    await profile(page).back.click();
    await wheel(page).play.waitFor();
    expect(pathOf(page)).toBe('/spin-wheel');
    await changeStoredSession(page, { winType: 5 });
    await page.goto('/reward');
    await won(page, 5).waitFor();
    await menuIcon(page).click();
    await profile(page).title.waitFor();
    expect(pathOf(page)).toBe('/profile');
    const direct = watchPaths(page);
    await profile(page).back.click();
    await won(page, 5).waitFor();
    // Without passing through HOME.
    expect(direct).toEqual(['/reward']);
    await changeStoredSession(page, { winType: 3 });
    await page.goto('/tnreward');
    await won(page, 3).waitFor();
    await menuIcon(page).click();
    await profile(page).edit.waitFor();
    const paths = watchPaths(page);
    await profile(page).back.click();
    await won(page, 3).waitFor();
    expect(paths).toEqual(['/', '/tnreward']);
  });
});

describe('the menu icon', () => {
  test('[PRF-4][PRF-2] opens the profile on the wheel, before a spin and without a token, with Edit Profile', async () => {
    const { page } = await phones.open();
    await page.goto('/spin-wheel?utm_source=qrcode');
    await menuIcon(page).click();
    await profile(page).edit.waitFor();
    await page.reload();
    await profile(page).edit.waitFor();
    await profile(page).back.click();
    await wheel(page).play.waitFor();
  });
});
