// An overloaded server answers 503 with Retry-After: the page waits and retries automatically.
import { expect, test } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { recordRequests, respondBusy } from '../support/api-calls.ts';
import {
  acceptPrivacy,
  busySentence,
  codeForm,
  entry,
  fillForm,
  finishSpin,
  loader,
  newShopper,
  notification,
  registration,
  shownAmount,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, type Phone, type PhoneOptions } from '../support/browser/phone.ts';
import { readCode } from '../support/product/sms-inbox.ts';

const phones = usePhones();

/** Longer than a test looks at what is shown meanwhile; the clock skips the waits. */
const retryAfterSeconds = 5;
const withClock: PhoneOptions = { clock: true };

async function openPhone(options: PhoneOptions = {}): Promise<Phone> {
  const phone = await phones.open(options);
  phone.allow(/status of 503/, /server error: 503/, /ERR_INTERNET_DISCONNECTED/);
  return phone;
}

async function skipWaits(page: Page, requests: readonly Request[], count: number): Promise<void> {
  const skipOne = async () => {
    if (requests.length < count) await page.clock.fastForward(1000);
    return requests.length;
  };
  await expect.poll(skipOne).toBe(count);
}

async function countAnnouncements(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((sentence) => {
    const { dataset } = document.documentElement;
    dataset['announced'] = '0';
    new MutationObserver((changes) => {
      // Replacing one element by another makes two changes, and one announcement.
      const isSaid = changes.some(({ target }) => {
        const element = target instanceof Element ? target : target.parentElement;
        return element?.closest('[aria-live], output')?.textContent === sentence;
      });
      if (isSaid) dataset['announced'] = String(Number(dataset['announced']) + 1);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, text);
  return () => page.evaluate(() => Number(document.documentElement.dataset['announced']));
}

test('[MOD-4][ENT-1] the start, the form, the code and PLAY wait for a busy server with a sentence that is announced once, and go on', async () => {
  const { page } = await openPhone(withClock);
  const shopper = newShopper();

  const started = recordRequests(page, 'startSession');
  await respondBusy(page, 'startSession', { times: 1, retryAfterSeconds });
  await page.goto(entry);
  await loader(page, busySentence).waitFor();
  await skipWaits(page, started, 2);
  await acceptPrivacy(page);

  const registered = recordRequests(page, 'register');
  await respondBusy(page, 'register', { times: 2, retryAfterSeconds });
  await fillForm(page, shopper);
  const announcements = await countAnnouncements(page, busySentence);
  await registration(page).getOtp.click();
  await loader(page, busySentence).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(1);
  await skipWaits(page, registered, 3);
  await codeForm(page).otp.waitFor();
  expect(registered).toHaveLength(3);
  expect(await announcements()).toBe(1);
  expect(await notification(page).count()).toBe(0);

  const verified = recordRequests(page, 'verifyOtp');
  await respondBusy(page, 'verifyOtp', { times: 1, retryAfterSeconds });
  await typeCode(page, await readCode(shopper.mobile));
  await loader(page, busySentence).waitFor();
  await skipWaits(page, verified, 2);
  await wheel(page).play.waitFor();
  expect(await announcements()).toBe(2);

  const requested = recordRequests(page, 'getReward');
  await respondBusy(page, 'getReward', { times: 2, retryAfterSeconds });
  await wheel(page).play.click();
  await page.locator('.spin-hint', { hasText: busySentence }).waitFor();
  expect(await wheel(page).play.isDisabled()).toBe(true);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await skipWaits(page, requested, 3);
  await finishSpin(page);
  expect([3, 5, 10]).toContain(await shownAmount(page));
  expect(requested).toHaveLength(3);
  expect(await announcements()).toBe(3);
});
