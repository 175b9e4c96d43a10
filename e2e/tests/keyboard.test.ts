import { describe, expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  codeForm,
  entry,
  finishSpin,
  heading,
  menuIcon,
  newShopper,
  privacyNotice,
  registration,
  sideMenu,
  toForm,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { KeyboardUser } from '../support/checks/keyboard-user.ts';

const phones = usePhones({ isMobile: false, hasTouch: false });
const still = ({ page }: Phone) => page.getByRole('alertdialog').waitFor({ state: 'detached' });

describe('with only the keyboard', () => {
  test('[HOM-5][MOD-6] a shopper gets from the scan to the reward', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const keys = new KeyboardUser(page);
    const shopper = newShopper();
    await page.goto(entry);
    const { dialog, yes, submit } = privacyNotice(page);
    await dialog.waitFor();
    await still(phone);
    await keys.use(yes, 'Space');
    await keys.use(submit);
    await dialog.waitFor({ state: 'detached' });

    const form = registration(page);
    await form.state.locator('option').nth(1).waitFor({ state: 'attached' });
    await still(phone);
    await keys.use(form.getOtp);
    await expect.poll(() => form.name.evaluate((at) => at === document.activeElement)).toBe(true);
    await keys.type(shopper.name);
    await keys.fill(form.mobile, shopper.mobile);
    await keys.choose(form.state, shopper.state);
    await keys.use(form.agree, 'Space');
    await keys.use(form.getOtp, 'Space');

    const { otp } = codeForm(page);
    await otp.waitFor();
    await still(phone);
    expect(await otp.evaluate((at) => at === document.activeElement)).toBe(true);
    await keys.type(await readCode(shopper.mobile));
    await keys.press('Enter');
    await wheel(page).play.waitFor();
    await still(phone);
    await keys.use(wheel(page).play, 'Space');
    await finishSpin(page);
    await heading(page, 'Congratulations!').waitFor();
    // Screen readers start at the reward.
    expect(await page.getByRole('main').evaluate((at) => at === document.activeElement)).toBe(true);
    expect(keys.violations).toEqual([]);
  });

  const expectTabsDown = async (phone: Phone, keys: KeyboardUser, path: string) => {
    await phone.page.goto(path);
    await heading(phone.page, /./).first().waitFor();
    await still(phone);
    expect((await keys.tabThroughPage()).length, path).toBeGreaterThan(3);
  };

  test('[HOM-7][MOD-6] on HOME and in the form of the profile Tab goes once down the page, with the focus visible', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const keys = new KeyboardUser(page);
    await toForm(phone);
    await registration(page).state.locator('option').nth(1).waitFor({ state: 'attached' });
    await still(phone);
    const home = await keys.tabThroughPage();
    expect(home[0]).toBe('Skip to content');
    expect(home.slice(-1)).not.toEqual(['Menu']);
    await keys.use(menuIcon(page));
    await sideMenu(page).dialog.waitFor();
    await keys.press('Escape');
    await sideMenu(page).dialog.waitFor({ state: 'detached' });
    await expectTabsDown(phone, keys, '/edit-profile?utm_source=qrcode');
    expect(keys.violations).toEqual([]);
  });

  test(
    'in forced colours buttons have a border and the focus is visible',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open({ forcedColors: 'active', contrast: 'more' });
      const { page } = phone;
      const keys = new KeyboardUser(page);
      await toForm(phone);
      await still(phone);
      await keys.tabThroughPage();
      const { getOtp, name } = registration(page);
      for (const control of [getOtp, name]) {
        const edge = await control.evaluate((element) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(element);
          return { borderTopStyle, width: Number.parseFloat(borderTopWidth), borderTopColor };
        });
        expect(edge.borderTopStyle).toBe('solid');
        expect(edge.width).toBeGreaterThanOrEqual(1);
        expect(edge.borderTopColor).not.toMatch(/^rgba\(.*, 0\)$/);
      }
      expect(keys.violations).toEqual([]);
    },
  );

  test('the skip link skips the header', { tags: ['long'] }, async () => {
    const phone = await phones.open();
    const { page } = phone;
    const keys = new KeyboardUser(page);
    await toForm(phone);
    const skip = page.getByRole('button', { name: 'Skip to content' });
    await keys.to(skip, 'Shift+Tab');
    await keys.press('Enter');
    await keys.press('Tab');
    const isInContent = () =>
      page.getByRole('main').evaluate((main) => main.contains(document.activeElement));
    expect(await isInContent()).toBe(true);
    expect(keys.violations).toEqual([]);
  });
});
