import { unwrapResponse } from '@inaam/contract/envelope.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  acceptPrivacy,
  backToHome,
  codeForm,
  entry,
  fillForm,
  heading,
  menuIcon,
  newShopper,
  privacyNotice,
  profile,
  register,
  registration,
  shownAmount,
  spin,
  toCode,
  toForm,
  toReward,
  toWheel,
  typeCode,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import {
  answeredQuestions,
  changeStoredSession,
  storedRegistration,
  storedSession,
} from '../support/browser/browser-storage.ts';
import { bodyOf, holdCalls, recordRequests } from '../support/api-calls.ts';

const phones = usePhones();
const nobody = { name: null, mobile: null, email: null, url: null };

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function expectBackToHome(page: Page): Promise<void> {
  const sessions = recordRequests(page, 'startSession');
  await backToHome(page);
  expect(sessions).toHaveLength(1);
  expect(pathOf(page)).toBe('/');
  expect(await storedSession(page)).toMatchObject({
    accessToken: null,
    winType: null,
    user: nobody,
  });
}

describe("the browser's Back", () => {
  test('[NAV-2][SES-7] clears the session and goes HOME from every screen of the journey, and HOME works', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const shopper = newShopper();
    await toForm(phone);
    await fillForm(page, shopper);
    await expectBackToHome(page);
    await acceptPrivacy(page);
    expect(await registration(page).name.inputValue()).toBe('');

    await register(page, shopper);
    const code = await readCode(shopper.mobile);
    expect(await page.title()).toMatch(/^Enter your OTP · ./);
    // The code is still valid on this phone: its form is restored in a new session.
    await expectBackToHome(page);
    await typeCode(page, code);
    await wheel(page).play.waitFor();

    await expectBackToHome(page);
    await acceptPrivacy(page);
    await register(page, shopper);
    await typeCode(page, code);
    await spin(page);
    await shownAmount(page);
    expect(await page.title()).toMatch(/^Congratulations! · ./);
    await expectBackToHome(page);
    expect(await page.title()).not.toContain('·');
    await acceptPrivacy(page);

    // Only Logout forgets the shopper.
    expect(await storedRegistration(page)).toEqual(shopper);
    await register(page, newShopper());
    await expectBackToHome(page);
  });

  test('[NAV-2] leaves the site where there is nothing to lose: HOME untouched, and HOME after Back', async () => {
    const { page } = await phones.open();
    const before = page.url();
    await page.goto(entry);
    await acceptPrivacy(page);
    await page.goBack();
    expect(page.url()).toBe(before);

    await page.goto(entry);
    // Not asked again: waits for the app.
    await acceptPrivacy(page);
    await registration(page).name.fill('Asha');
    // From then on there is something to lose, and Back does not leave.
    await page.waitForFunction(() => history.state?.layer === 'top');
    await expectBackToHome(page);
    await page.goBack();
    expect(page.url()).toBe(before);
  });

  test(
    '[NAV-2] does so from the profile pages too, and from the scan sentence',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open();
      const { page } = phone;
      await toWheel(phone);
      const { accessToken } = await storedSession(page);
      await menuIcon(page).click();
      await profile(page).edit.click();
      await heading(page, 'Edit Profile').waitFor();
      await expectBackToHome(page);
      await privacyNotice(page).dialog.waitFor();
      // Each in a new page, logged in: Back must not return to a logged-in page.
      for (const path of ['/profile', '/edit-profile', '/spin-wheel', '/notallowed']) {
        await changeStoredSession(page, { accessToken, fromTN: 0 });
        await page.goto(path);
        await menuIcon(page).waitFor();
        await expectBackToHome(page);
        await privacyNotice(page).dialog.waitFor();
      }
    },
  );

  test(
    '[NAV-2][SES-6] during a spin drops it; the next visit of that number has its form filled in and shows the amount',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open();
      const { page } = phone;
      const shopper = await toWheel(phone);
      const letGo = await holdCalls(page, 'getReward');
      await wheel(page).play.click();
      await expectBackToHome(page);
      const answered = page.waitForResponse(/getReward/);
      letGo();
      const { winType } = unwrapResponse(await (await answered).text()) ?? {};
      await acceptPrivacy(page);
      expect(pathOf(page)).toBe('/');
      expect((await storedSession(page)).winType).toBe(null);

      const later = await phone.newTab();
      await later.goto(entry);
      await later
        .getByText(`The reward for ${shopper.mobile} is already yours: ₹${String(winType)}.`)
        .waitFor();
      const { name, mobile, state, agree } = registration(later);
      expect(await name.inputValue()).toBe(shopper.name);
      expect(await mobile.inputValue()).toBe(shopper.mobile);
      expect(await state.inputValue()).toBe(shopper.state);
      expect(await agree.isChecked()).toBe(false);
    },
  );

  test("[NAV-2] is not what the app's own Back buttons use", async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toWheel(phone);
    const length = await page.evaluate(() => history.length);
    await menuIcon(page).click();
    await profile(page).back.click();
    await wheel(page).play.waitFor();
    expect(await page.evaluate(() => history.length)).toBe(length);
    expect((await storedSession(page)).accessToken).not.toBe(null);
    await expectBackToHome(page);
  });
});

describe('Logout', () => {
  test('[SES-3][SES-4][SES-7] clears registration and session, goes HOME, and the next shopper can start', async () => {
    const phone = await phones.open();
    const { page } = phone;
    const shopper = newShopper();
    await toCode(phone, shopper);
    expect(await storedRegistration(page)).toEqual(shopper);
    await typeCode(page, await readCode(shopper.mobile));
    await wheel(page).play.waitFor();
    const { userKey } = await storedSession(page);
    await changeStoredSession(page, answeredQuestions);
    await page.reload();
    await menuIcon(page).click();
    await profile(page).title.waitFor();
    await page.getByText(shopper.mobile).waitFor();
    expect(await storedSession(page)).toMatchObject(answeredQuestions);

    const sessions = recordRequests(page, 'startSession');
    await profile(page).logout.click();
    await privacyNotice(page).dialog.waitFor();
    expect(pathOf(page)).toBe('/');
    expect(await storedRegistration(page)).toEqual({ name: null, mobile: null, state: null });
    expect(await storedSession(page)).toMatchObject({
      accessToken: null,
      fromTN: null,
      winType: null,
      user: nobody,
      questions: { questionsWithAnswers: [], questions: [] },
      doubleReward: { question: null, selectedAnswer: null },
    });
    expect(sessions).toHaveLength(1);
    expect(bodyOf(sessions[0])).toEqual({ utm_source: 'qrcode', masterKey: userKey });
    // The held-back token must not log anyone in.
    expect(sessions[0]?.headers()['authorization']).toBe(undefined);
    await acceptPrivacy(page);
    await register(page, newShopper());
  });

  test(
    '[SES-7] starts again with the values that this tab was entered with',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open();
      const { page } = phone;
      await toReward(phone);
      await page.goto(`${entry}&utm_medium=pack&id=17`);
      await heading(page, 'Congratulations!').waitFor();
      await page.goto('/profile');
      const sessions = recordRequests(page, 'startSession');
      await profile(page).logout.click();
      await privacyNotice(page).dialog.waitFor();
      expect(bodyOf(sessions[0])).toMatchObject({
        utm_source: 'qrcode',
        utm_medium: 'pack',
        id: '17',
      });
      await page.reload();
      await privacyNotice(page).dialog.waitFor();
      expect(await codeForm(page).otp.count()).toBe(0);
      expect(await won(page, 3).count()).toBe(0);
    },
  );
});
