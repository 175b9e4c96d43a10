import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  acceptPrivacy,
  backToHome,
  dialogOf,
  enterCode,
  entry,
  fillForm,
  loader,
  menuIcon,
  newShopper,
  privacyNotice,
  profile,
  register,
  registration,
  sideMenu,
  shownAmount,
  spin,
  toCode,
  toForm,
  toProfile,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, withMotion } from '../support/browser/phone.ts';
import { storeVerified } from '../support/browser/stored-login.ts';
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
    // The code is still valid on this phone: one press leads to it, in a new session.
    await expectBackToHome(page);
    await acceptPrivacy(page);
    const { name, mobile, state, getOtp } = registration(page);
    await getOtp.waitFor();
    expect(await page.title()).not.toContain('·');
    expect(await name.inputValue()).toBe(shopper.name);
    expect(await mobile.inputValue()).toBe(shopper.mobile);
    expect(await state.inputValue()).toBe(shopper.state);
    await page.getByText(`We’ve sent a 6-digit OTP to +91 ${shopper.mobile}.`).waitFor();
    await enterCode(page).click();
    // Again, from the same code: nothing of it has left the site.
    await expectBackToHome(page);
    await enterCode(page).click();
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
    // The notice does not appear again; wait for the app.
    await acceptPrivacy(page);
    await registration(page).name.fill('Asha');
    // From then on there is something to lose, and Back does not leave.
    await page.waitForFunction(() => history.state?.depth === 1);
    await expectBackToHome(page);
    await page.goBack();
    expect(page.url()).toBe(before);
  });
});

test('[NAV-2][SES-7] Back between a fixed reward and its screen: the next shopper has neither', async () => {
  const phone = await phones.open(withMotion);
  const { page } = phone;
  await page.addInitScript(() => {
    const updates: (() => void)[] = [];
    Reflect.set(window, 'heldTransitions', updates);
    const never = new Promise(() => undefined);
    Reflect.set(document, 'startViewTransition', (update: () => void) => {
      updates.push(update);
      return { ready: never, finished: never };
    });
  });
  await storeVerified(phone, newShopper({ state: 'Tamil Nadu' }));
  await page.goto('/');
  await expect.poll(() => page.evaluate('heldTransitions.length')).toBe(1);
  await backToHome(page);
  await page.evaluate('heldTransitions.forEach((update) => update())');
  await acceptPrivacy(page);
  expect(await storedSession(page)).toMatchObject({ accessToken: null, winType: null });

  // Nor the loader of a call that hangs.
  await holdCalls(page, 'register');
  await fillForm(page, newShopper());
  await registration(page).getOtp.click();
  await loader(page, 'Saving details...').waitFor();
  await backToHome(page);
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
});

test('[NAV-2] a screen that is gone leaves no interval, listener or observer behind', async () => {
  const phone = await phones.open({
    before: (page) => page.addInitScript({ content: countWhatStays }),
  });
  const { page } = phone;
  const stays = () => page.evaluate('whatStays()');
  const shopper = newShopper();
  await toForm(phone);
  // The code, with its countdown, and the wheel, with its reward, once each before counting.
  const walk = async () => {
    await register(page, shopper);
    expect(await stays()).toMatchObject({ intervals: 1 });
    await backToHome(page);
    await acceptPrivacy(page);
    await menuIcon(page).click();
    await sideMenu(page).close.click();
    await sideMenu(page).dialog.waitFor({ state: 'detached' });
    await enterCode(page).click();
    await typeCode(page, await readCode(shopper.mobile));
    await wheel(page).play.waitFor();
    await spin(page);
    await shownAmount(page);
    await menuIcon(page).click();
    await profile(page).logout.click();
    await acceptPrivacy(page);
  };
  await walk();
  const once = await stays();
  shopper.mobile = newShopper().mobile;
  await walk();
  expect(await stays()).toEqual(once);
  expect(once).toMatchObject({ intervals: 0 });
});

/** Runs in the page. Counts intervals, observers, and listeners of the window and the document. */
const countWhatStays = `{
  const [intervals, observers, listeners] = [new Set(), new Set(), []];
  const [begin, end] = [setInterval, clearInterval];
  const around = (prototype, name, act) => {
    const original = prototype[name];
    prototype[name] = function (...given) {
      act(this ?? window, given[0]);
      return original.apply(this, given);
    };
  };
  window.setInterval = (run, ms) => {
    const id = begin(run, ms);
    intervals.add(id);
    return id;
  };
  window.clearInterval = (id) => intervals.delete(id) | end(id);
  around(EventTarget.prototype, 'addEventListener', (on, type) => {
    if (on === window || on === document) listeners.push(type);
  });
  around(EventTarget.prototype, 'removeEventListener', (on, type) => {
    const at = on === window || on === document ? listeners.indexOf(type) : -1;
    if (at !== -1) listeners.splice(at, 1);
  });
  for (const { prototype } of [ResizeObserver, MutationObserver, IntersectionObserver]) {
    around(prototype, 'observe', (observer) => observers.add(observer));
    around(prototype, 'disconnect', (observer) => observers.delete(observer));
  }
  window.whatStays = () => ({
    intervals: intervals.size,
    observers: observers.size,
    listeners: listeners.toSorted(),
  });
}`;

describe("the browser's Back over a dialog", () => {
  const press = (at: Page | Locator, name: string) =>
    at.getByRole('button', { name, exact: true }).click();

  /** Expects Back to close the topmost dialog and do nothing else. */
  async function expectClosed(page: Page, title: string, left = 0): Promise<void> {
    await dialogOf(page, title).waitFor();
    const [address, session] = [page.url(), await storedSession(page)];
    await page.goBack();
    await dialogOf(page, title).waitFor({ state: 'detached' });
    expect(await page.getByRole('dialog').count(), title).toBe(left);
    expect(page.url(), title).toBe(address);
    expect(await storedSession(page), title).toEqual(session);
  }

  test('[NAV-2][MOD-6] closes it, whichever it is, and the next one clears the session', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toProfile(phone);
    for (const title of ['Terms & Conditions', 'Contact Us', 'Your data and consent']) {
      await press(page, title);
      await expectClosed(page, title);
      // The button that opened the dialog has the focus again.
      const focused = page.locator(':focus');
      expect(await focused.textContent()).toBe(title);
    }
    await page.locator('.page-header .language-switch').click();
    await expectClosed(page, 'Language');
    // A dialog closed by its button leaves nothing for Back to do.
    await press(page, 'Contact Us');
    await press(dialogOf(page, 'Contact Us'), 'Close');
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
});
