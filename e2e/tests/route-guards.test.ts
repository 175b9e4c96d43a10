import type { CallName } from '@inaam/contract/calls.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  closeNotification,
  detailsForm,
  entry,
  heading,
  notification,
  privacyNotice,
  registration,
  scanText,
  sentence,
  toForm,
  toWheel,
  voucherNews,
  wheel,
  won,
  newShopper,
  toCode,
  typeCode,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { changeStoredSession, storedSession } from '../support/browser/browser-storage.ts';
import { changeResponse, recordRequests, respond } from '../support/api-calls.ts';
import { readCode, readVoucher } from '../support/product/sms-inbox.ts';
import { storeVerified } from '../support/browser/stored-login.ts';

const phones = usePhones();
const rewards = new Map([
  ['/reward', 5],
  ['/tnreward', 3],
  ['/congrats', 10],
]);

const pathOf = (page: Page) => new URL(page.url()).pathname;

describe('access to the screens', () => {
  test('[NAV-4] what needs a verified number leads such a visitor to the registration, and says so', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toForm(phone);
    const sessions = recordRequests(page, 'startSession');
    const registerFirst = 'Please sign up first and enter the OTP.';
    const deeds: [string, string, CallName, () => Promise<unknown>][] = [
      ['/spin-wheel', 'Spin for your reward', 'getReward', () => wheel(page).play.click()],
      [
        '/edit-profile',
        'Edit Profile',
        'getCities',
        () => detailsForm(page).state.selectOption('Goa'),
      ],
    ];
    for (const [path, title, call, act] of deeds) {
      await page.goto(path);
      await heading(page, title).waitFor();
      sessions.length = 0;
      const calls = recordRequests(page, call);
      await act();
      await notification(page).getByText(registerFirst).waitFor();
      await closeNotification(page);
      // At the form it stays.
      await registration(page).getOtp.waitFor();
      await sentence(page, registerFirst).waitFor();
      expect(pathOf(page)).toBe('/');
      expect([calls, sessions]).toEqual([[], []]);
    }
  });

  test('[NAV-1][REW-1][REW-3] each of the nine addresses has its screen', async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toWheel(phone);
    for (const [path, winType] of rewards) {
      await changeStoredSession(page, { winType });
      await page.goto(path);
      await won(page, winType).waitFor();
      expect(pathOf(page)).toBe(path);
      await heading(page, 'Congratulations!').waitFor();
      await voucherNews(page).waitFor();
      await sentence(page, 'It is valid for 1 year.').waitFor();
    }
    const others: [string, string][] = [
      ['/spin-wheel', 'Spin for your reward'],
      ['/profile', 'My profile'],
      ['/edit-profile', 'Edit Profile'],
      ['/notallowed', scanText],
    ];
    for (const [path, title] of others) {
      await page.goto(path);
      await heading(page, title).waitFor();
      expect(pathOf(page)).toBe(path);
    }
    await changeStoredSession(page, { accessToken: null });
    await page.goto(entry);
    await heading(page, 'Claim your reward').waitFor();
    await changeResponse(page, 'startSession', (resp) => ({
      ...resp,
      statusCode: 200,
      campaign: 'ended',
    }));
    await page.goto('/closed');
    await heading(page, 'The tin is empty').waitFor();
    expect(pathOf(page)).toBe('/closed');
  });
});

describe('errors', () => {
  test('[NAV-3] an unknown address leads HOME', async () => {
    const { page, origin } = await phones.open();
    await page.goto(`${origin}//?utm_source=qrcode`);
    await heading(page, 'Claim your reward').waitFor();
    expect(pathOf(page)).toBe('/');
  });

  test('[NAV-3] an error that no screen handles shows an error page, from which the app can be restarted', async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/error: TypeError/);
    // A campaign without something that HOME renders: an unexpected error.
    let isBroken = false;
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        // Counted here: see `api-calls.ts` on Playwright's own `times`.
        if (isBroken) return route.fallback();
        isBroken = true;
        const response = await route.fetch();
        const body = (await response.text()).replace('"steps":[', '"stairs":[');
        return route.fulfill({ response, body });
      },
    );
    await page.goto(entry);
    await heading(page, 'Unexpected Application Error!').waitFor();
    const sessions = recordRequests(page, 'startSession');
    await page.getByRole('button', { name: 'Start again' }).click();
    await privacyNotice(page).dialog.waitFor();
    await heading(page, 'Claim your reward').waitFor();
    expect(sessions).toHaveLength(1);
  });

  test(
    '[NAV-3] it says first that the reward is safe to who has verified a number',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open();
      const { page } = phone;
      phone.allow(/error: TypeError/);
      await toWheel(phone);
      await page.route(
        (url) => url.pathname === '/spin-wheel',
        async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replace('"progress":', '"process":');
          return route.fulfill({ response, body });
        },
      );
      await page.reload();
      const alert = page.getByRole('alert').filter({ hasText: 'Unexpected Application Error!' });
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/^Your reward is safe\./);
    },
  );
});

const failed = 'That didn’t go through. Your reward is safe: please try again.';

const tryAgain = ({ page }: Phone) => page.getByRole('button', { name: 'Try again', exact: true });
const pathOfPhone = ({ page }: Phone) => new URL(page.url()).pathname;

/** As after a verification in Tamil Nadu: HOME makes the spin call. */
async function openVerified(phone: Phone): Promise<void> {
  await storeVerified(phone, newShopper({ state: 'Tamil Nadu' }));
  await phone.page.goto('/');
}

/** Verifies in Tamil Nadu; `before` runs before the code, which triggers the spin call. */
async function verify(phone: Phone, before: () => Promise<unknown> = async () => {}) {
  const shopper = newShopper({ state: 'Tamil Nadu' });
  await toCode(phone, shopper);
  await before();
  await typeCode(phone.page, await readCode(shopper.mobile));
  return shopper;
}

const recordCanvas = (phone: Phone) =>
  phone.page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('canvas')) document.documentElement.dataset['canvas'] = 'seen';
    }).observe(document, { childList: true, subtree: true });
  });
const sawCanvas = (phone: Phone) =>
  phone.page.evaluate(() => document.documentElement.dataset['canvas'] === 'seen');

test('[OTP-4][WHL-9][REW-1][REW-3] Tamil Nadu gets Rs. 3 on /tnreward and never sees a wheel', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await recordCanvas(phone);
  const spins = recordRequests(page, 'getReward');
  const { mobile } = await verify(phone);
  await won(page, 3).waitFor();
  expect(pathOfPhone(phone)).toBe('/tnreward');
  await heading(page, 'Congratulations!').waitFor();
  await sentence(page, 'Everyone in Tamil Nadu gets a fixed reward of ₹3.').waitFor();
  await voucherNews(page).waitFor();
  await sentence(page, 'It is valid for 1 year.').waitFor();
  expect(spins).toHaveLength(1);
  expect((await storedSession(page)).fromTN).toBe(1);
  expect((await readVoucher(mobile)).amount).toBe(3);

  await page.goto('/spin-wheel');
  await won(page, 3).waitFor();
  expect(pathOfPhone(phone)).toBe('/tnreward');
  expect(await sawCanvas(phone)).toBe(false);
});

test('[OTP-4][CAM-1][ERR-4] an amount that nobody gets there is a fault and shows no congratulations', async () => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/warning: spin failed: UnreadableAnswer/);
  await respond(page, 'getReward', { statusCode: 200, winType: 10 });
  await openVerified(phone);
  await sentence(page, failed).waitFor();
  await notification(page).getByText('Something went wrong, try again after some time').waitFor();
  expect(await heading(page, 'Congratulations!').count()).toBe(0);
  await page.unrouteAll();
  await tryAgain(phone).click();
  await won(page, 3).waitFor();
});
