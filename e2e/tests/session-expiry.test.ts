import type { CallName } from '@inaam/contract/calls.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  acceptPrivacy,
  entry,
  fillForm,
  loader,
  newShopper,
  notification,
  privacyNotice,
  register,
  registration,
  toWheel,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { changeStoredSession, storedSession } from '../support/browser/browser-storage.ts';
import { bodyOf, callTo, reply, recordRequests } from '../support/api-calls.ts';
import { pauseClock } from '../support/browser/page-time.ts';

const phones = usePhones();
const expired = 'Your session has been expired';

const pathOf = (page: Page) => new URL(page.url()).pathname;

async function open(): Promise<Phone> {
  const phone = await phones.open({ clock: true });
  // Moving the clock may end a call, too.
  phone.allow(/status of 401/, /warning: states failed: NetworkFailed/);
  return phone;
}

/** Answers a call with 401 once. The route stays: removing it may drop the next request. */
async function refuseOnce(page: Page, name: CallName): Promise<void> {
  let isRefused = false;
  await page.route(callTo(name), (route) => {
    if (isRefused) return route.fallback();
    isRefused = true;
    return reply(route, { statusCode: 401, message: 'Who are you?' });
  });
}

/** Expects a 401 to end the session: reported, cleared, and a new one started on HOME. */
async function expectSessionEnd(
  page: Page,
  name: CallName,
  act: () => Promise<unknown>,
): Promise<void> {
  const sessions = recordRequests(page, 'startSession');
  const { userKey } = await storedSession(page);
  await refuseOnce(page, name);
  // The notification closes after five seconds.
  await pauseClock(page);
  await act();
  await notification(page).getByText(expired).waitFor();
  await registration(page).getOtp.waitFor();
  await loader(page, 'Starting session...').waitFor({ state: 'detached' });
  expect(pathOf(page), name).toBe('/');
  expect(sessions.length, name).toBe(1);
  // It is still the same phone.
  expect(bodyOf(sessions[0])).toMatchObject({ masterKey: userKey });
  const nobody = { name: null, mobile: null, email: null, url: null };
  const cleared = { accessToken: null, fromTN: null, winType: null, user: nobody };
  expect(await storedSession(page), name).toMatchObject(cleared);
  // Reachable on top of the privacy notice, too.
  await notification(page).getByRole('button', { name: 'Close' }).click();
  await notification(page).waitFor({ state: 'detached' });
  // A second one within a minute would be another case.
  await page.clock.fastForward(60_000);
  await page.clock.resume();
}

async function expectHomeWorks(page: Page): Promise<void> {
  await acceptPrivacy(page);
  await register(page, newShopper());
}

describe('a session that expires', () => {
  test('[ERR-3][SES-7] of HOME: the states, the notice with No and with Yes, the registration', async () => {
    const phone = await open();
    const { page } = phone;
    await page.goto(entry);
    await privacyNotice(page).dialog.waitFor();
    // A reload is a session too: only the second one follows from the expiry.
    await refuseOnce(page, 'getStates');
    await page.reload();
    await notification(page).getByText(expired).waitFor();
    await privacyNotice(page).dialog.waitFor();
    await page.clock.fastForward(60_000);
    await expectSessionEnd(page, 'recordConsent', () => privacyNotice(page).no.check());
    await expectSessionEnd(page, 'recordConsent', async () => {
      await privacyNotice(page).yes.check();
      await privacyNotice(page).submit.click();
    });
    await acceptPrivacy(page);
    await fillForm(page, newShopper());
    await expectSessionEnd(page, 'register', () => registration(page).getOtp.click());
    await expectHomeWorks(page);
  });
});

describe('a call without a session', () => {
  test('[SES-5] is not sent: an error is shown, and nothing is cleared', async () => {
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
    expect(pathOf(page)).toBe('/spin-wheel');
    expect(await wheel(page).play.isEnabled()).toBe(true);
  });
});
