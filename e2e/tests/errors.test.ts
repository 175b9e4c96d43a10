import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  closeNotification,
  codeForm,
  fillForm,
  newShopper,
  notification,
  privacyNotice,
  registration,
  sentence,
  toForm,
  toWheel,
  acceptPrivacy,
  register,
  wheel,
  entry,
} from '../support/page-objects.ts';
import { usePhones, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import {
  answeredQuestions,
  changeStoredSession,
  storedRegistration,
  storedSession,
} from '../support/browser/browser-storage.ts';
import { respond, callTo, abortCalls, handleFirst, recordRequests } from '../support/api-calls.ts';
import { pauseClock } from '../support/browser/page-time.ts';

const phones = usePhones();
const network = 'Please check your network and try again';
const offline = 'You are offline';
const goesOn = 'We’ll carry on as soon as you’re back online.';
const generic = 'Something went wrong, try again after some time';

async function openFilledForm(options: PhoneOptions = {}): Promise<Phone> {
  const phone = await phones.open(options);
  phone.allow(/Failed to load resource/, /server error/);
  await toForm(phone);
  await fillForm(phone.page, newShopper());
  return phone;
}

async function expectMessage(page: Page, text: string): Promise<void> {
  await registration(page).getOtp.click();
  await notification(page).getByText(text, { exact: true }).waitFor();
  await closeNotification(page);
}

/** An error whose id no screen handles shows its message, or the general one. */
async function expectMessagesNotified(page: Page): Promise<void> {
  const message = 'Many people are with us right now.';
  await respond(page, 'register', { statusCode: 503, message }, 1);
  await expectMessage(page, message);
  await page.getByRole('main').getByText(message, { exact: true }).waitFor();
  await respond(page, 'register', { statusCode: 404, messageId: 'unheardOf', message: 'No.' }, 1);
  await expectMessage(page, 'No.');
  await respond(page, 'register', { statusCode: 400, message: '' }, 1);
  await expectMessage(page, generic);
}

describe('the shared handling of errors', () => {
  test('[ERR-2][ERR-4] errors are shown in the form or notified, a failed network and being offline by their own messages; then the form works', async () => {
    const { page, context } = await openFilledForm();
    await expectMessagesNotified(page);
    await abortCalls(page, 'register', 2);
    await expectMessage(page, network);
    await context.setOffline(true);
    await registration(page).getOtp.click();
    await sentence(page, offline).waitFor();
    await sentence(page, goesOn).waitFor();
    await context.setOffline(false);
    await codeForm(page).otp.waitFor();
  });

  test('[ERR-5][ERR-4][API-4] an unreadable response, or a status of 500 and more, shows the general message; a statusCode from 200 to 299 is a success', async () => {
    const { page, context } = await openFilledForm();
    const good = { resp: { statusCode: 200, resendAfter: 60 } };
    // `web/api/client.test.ts` has more of them.
    const answers = [
      { status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in to the Wi-Fi</p>' },
      { status: 500, json: good },
      { status: 200, json: { resp: { statusCode: 302, resendAfter: 60, message: '' } } },
    ];
    for (const fulfilled of answers) {
      await handleFirst(page, 'register', 1, (route) => route.fulfill(fulfilled));
      await expectMessage(page, generic);
      expect(await codeForm(page).otp.count()).toBe(0);
    }
    await handleFirst(page, 'register', 1, (route) => route.fulfill({ body: '<p>' }));
    await context.setOffline(true);
    await registration(page).getOtp.click();
    await sentence(page, offline).waitFor();
    await sentence(page, goesOn).waitFor();
    const resp = { statusCode: 299, resendAfter: 60 };
    await page.route(callTo('register'), (route) => route.fulfill({ json: { resp } }));
    await context.setOffline(false);
    await codeForm(page).otp.waitFor();
  });
});

/** In the page: counts the notices that come into an alert and are still there after the task. */
function countAlerts(): void {
  const { body, documentElement } = document;
  let alerts = 0;
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    const notices = [...document.querySelectorAll('[role=alert] .notice')];
    alerts += notices.filter((notice) => added.some((part) => part.contains(notice))).length;
    documentElement.dataset['alerts'] = String(alerts);
  }).observe(body, { childList: true, subtree: true });
}

describe('an expired session', () => {
  test('[ERR-3][SES-4][SES-7] a 401 clears it and reports it, and HOME works again', async () => {
    const phone = await phones.open({ clock: true });
    phone.allow(/status of 401 .*getReward/, /spin failed/);
    const { page } = phone;
    const shopper = await toWheel(phone);
    const before = await storedSession(page);
    // A token that the server does not know and refuses.
    await changeStoredSession(page, { accessToken: 'A'.repeat(43), ...answeredQuestions });
    await page.reload();
    const sessions = recordRequests(page, 'startSession');
    await wheel(page).play.waitFor();
    // The notification closes after five seconds.
    await pauseClock(page);
    await wheel(page).play.click();
    await notification(page).getByText('Your session has been expired').waitFor();
    await privacyNotice(page).dialog.waitFor();
    // Reachable on top of the privacy notice, too.
    await notification(page).getByRole('button', { name: 'Close' }).click();
    await notification(page).waitFor({ state: 'detached' });
    await page.clock.resume();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(sessions).toHaveLength(1);
    expect(await storedSession(page)).toMatchObject({
      userKey: before.userKey,
      accessToken: null,
      fromTN: null,
      winType: null,
      user: { name: null, mobile: null, email: null, url: null },
      questions: { questionsWithAnswers: [], questions: [] },
      doubleReward: { question: null, selectedAnswer: null },
    });
    // Only Logout forgets the shopper.
    expect(await storedRegistration(page)).toEqual(shopper);
    await acceptPrivacy(page);
    await register(page, newShopper());
  });

  test('it is told to screen readers once, although a loader and a dialog open and close meanwhile', async () => {
    const phone = await phones.open();
    phone.allow(/status of 401 .*getReward/, /spin failed/);
    const { page } = phone;
    await toWheel(phone);
    await changeStoredSession(page, { accessToken: 'A'.repeat(43) });
    await page.reload();
    await wheel(page).play.waitFor();
    await page.evaluate(countAlerts);
    await wheel(page).play.click();
    const alert = page.getByRole('alert').getByText('Your session has been expired');
    await privacyNotice(page)
      .dialog.and(page.locator('dialog', { has: alert }))
      .waitFor();
    await acceptPrivacy(page);
    await notification(page).waitFor();
    await notification(page).waitFor({ state: 'detached' });
    expect(await page.locator('html').getAttribute('data-alerts')).toBe('1');
  });

  test('[SES-5] a call without a session is not sent: an error is shown, and nothing is cleared', async () => {
    const phone = await phones.open();
    const { page } = phone;
    phone.allow(/warning: spin failed: SessionMissing/);
    await toWheel(phone);
    await changeStoredSession(page, { userKey: null });
    await page.reload();
    await wheel(page).play.waitFor();
    const before = await storedSession(page);
    const spins = recordRequests(page, 'getReward');
    await wheel(page).play.click();
    await notification(page).getByText('Session not found! Please refresh').waitFor();
    expect(spins).toEqual([]);
    expect(await storedSession(page)).toEqual(before);
    expect(new URL(page.url()).pathname).toBe('/spin-wheel');
    expect(await wheel(page).play.isEnabled()).toBe(true);
  });

  test('[ENT-1] a session that fails to start shows why, and can be tried again', async () => {
    const phone = await phones.open();
    phone.allow(/ERR_FAILED/);
    const { page } = phone;
    await abortCalls(page, 'startSession', 2);
    await page.goto('/?utm_source=qrcode');
    await page.getByRole('heading', { name: network }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await acceptPrivacy(page);
    await registration(page).getOtp.waitFor();
  });
});

describe('where errors are shown', () => {
  test('[MOD-5] the notification is at the top right and closes after 5000 ms', async () => {
    const { page } = await openFilledForm({ clock: true });
    await pauseClock(page);
    await respond(page, 'register', { statusCode: 503, message: network }, 1);
    await registration(page).getOtp.click();
    await notification(page).getByText(network).waitFor();
    const place = await notification(page).boundingBox();
    if (!place) throw new Error('The notification is nowhere.');
    expect(place.y).toBeLessThan(40);
    expect(360 - (place.x + place.width)).toBeLessThan(20);
    expect(place.x).toBeGreaterThan(0);
    await page.clock.runFor(4999);
    expect(await notification(page).count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => notification(page).count()).toBe(0);
  });
});

test('[CAM-5] text that reaches the page as HTML or as a script is refused', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await page.goto(entry);
  await registration(page).getOtp.waitFor();
  phone.allow(/policy violated: require-trusted-types-for /, /requires 'Trusted(HTML|ScriptURL)'/);

  const thrown = await page.evaluate(() => {
    const nameOf = (write: () => unknown) => {
      try {
        write();
        return 'nothing';
      } catch (error) {
        return error instanceof Error ? error.name : 'no error';
      }
    };
    const text = '<img src=x onerror=alert(1)>';
    return [
      nameOf(() => Object.assign(document.createElement('div'), { innerHTML: text })),
      nameOf(() => Object.assign(document.createElement('script'), { src: '/assets/x.js' })),
      nameOf(() => document.body.insertAdjacentHTML('beforeend', text)),
    ];
  });
  expect(thrown).toEqual(['TypeError', 'TypeError', 'TypeError']);
});
