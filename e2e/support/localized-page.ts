// The steps of `page-objects.ts` in any language, by the campaign's words.
import type { Words } from '@inaam/campaigns/public/words.ts';
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { finishSpinAnimation, entry, sendCode, type Shopper } from './page-objects.ts';

export function localizedPage(page: Page, words: Words) {
  const { privacy, home, otp, wheel, menu, profile, editProfile } = words;
  const button = (name: string, at: Page | Locator = page) =>
    at.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const dialog = (name: string) => page.locator('#root').getByRole('dialog', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const waitUntilUncovered = () => page.getByRole('alertdialog').waitFor({ state: 'detached' });
  const form = {
    name: field(home.name),
    mobile: field(home.mobile),
    state: page.getByRole('combobox', { name: home.state, exact: true }),
    agree: page.getByRole('checkbox'),
    getOtp: button(home.getOtp),
  };
  const notice = dialog(privacy.title);
  const code = { otp: field(otp.label), verify: button(otp.verify) };
  const play = button(wheel.play);
  const details = { save: button(editProfile.save), age: field(editProfile.age) };

  const agree = async () => {
    await notice.getByRole('checkbox', { name: privacy.yes, exact: true }).check();
    await button(privacy.submit, notice).click();
    await notice.waitFor({ state: 'detached' });
  };
  const fill = async ({ name, mobile, state }: Shopper) => {
    await form.state.locator('option').nth(1).waitFor({ state: 'attached' });
    await waitUntilUncovered();
    await form.state.selectOption(state);
    await form.name.fill(name);
    await form.mobile.fill(mobile);
    await form.agree.check();
  };

  return {
    button,
    dialog,
    heading,
    form,
    notice,
    code,
    play,
    details,
    sentence: (text: string) => page.getByText(text, { exact: true }),
    agree,
    fill,
    still: waitUntilUncovered,
    toForm: async (address: string = entry) => {
      await page.goto(address);
      await agree();
    },
    register: async (shopper: Shopper) => {
      await fill(shopper);
      await form.getOtp.click();
      await code.otp.waitFor();
    },
    verify: async (typed: string) => {
      await sendCode(code.otp, typed);
    },
    spin: async () => {
      await play.click();
      await finishSpinAnimation(page);
    },
    openProfile: async () => {
      await button(menu.open).click();
      await heading(profile.title).waitFor();
    },
    openDetails: async () => {
      await button(editProfile.title).click();
      await details.save.waitFor();
      await waitUntilUncovered();
    },
    /** Checks that the browser and the page agree on the language. */
    expectLanguage: async (language: string) => {
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(language);
      expect(await page.title()).toContain(words.entry.pageTitle);
    },
  };
}
