// The programme before its first and after its last day, on a server whose clock the test moves.
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  dialogOf,
  entry,
  heading,
  menuIcon,
  privacyNotice,
  registration,
  scanSentence,
  sideMenu,
} from '../support/page-objects.ts';
import { useOwnServer } from '../support/product/own-server.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';

const phones = usePhones();
const firstMs = Date.parse('2025-05-06T00:00:00+05:30');
/** The first moment after the last day. */
const overMs = Date.parse('2025-09-16T00:00:00+05:30');
const early = 'We’re still in the oven';
const late = 'The tin is empty';
let isPaused = false;

const own = useOwnServer(() => ({ isPaused: () => isPaused }));

beforeEach(async () => {
  own.server.time.campaign = Date.parse('2025-07-01T06:00:00Z');
  await setPaused(false);
});

async function setPaused(isSet: boolean): Promise<void> {
  await own.server.database.query('update inaam.head set paused_at = case when $1 then now() end', [
    isSet,
  ]);
  isPaused = isSet;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Expects the addresses to lead to the closed page with this title, without the other's words. */
async function expectClosed(
  { page }: Phone,
  title: string,
  addresses: readonly string[],
  texts: readonly RegExp[],
): Promise<void> {
  for (const address of addresses) {
    await page.goto(`${address}?utm_source=qrcode`);
    await heading(page, title).waitFor();
    expect(pathOf(page), address).toBe('/closed');
    expect(await heading(page, title === early ? late : early).count()).toBe(0);
    // Before the start nothing is over.
    const source = await page.locator('.closed source').getAttribute('srcset');
    expect(source).toContain(title === early ? '/art/hero-' : '/art/closed-');
  }
  for (const text of texts) await page.getByText(text).waitFor();
  expect(await registration(page).getOtp.count()).toBe(0);
  expect(await privacyNotice(page).dialog.count()).toBe(0);
  await menuIcon(page).click();
  await sideMenu(page).terms.click();
  await dialogOf(page, 'Terms & Conditions').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('main').getByRole('link').count()).toBe(2);
}

describe('the closed page', () => {
  /** Through the guard for all routes: its table is `web/session/navigation/guard.test.ts`. */
  test('[ENT-7][NAV-5] until the first day begins in India, a route shows when that is', async () => {
    own.server.time.campaign = firstMs - 1;
    const phone = await phones.open({ origin: own.origin });
    const { page } = phone;
    const when = /start on 6 May 2025 and run until 15 September 2025/;
    await expectClosed(phone, early, ['/profile', '/'], [when]);
    await page.goto('/notallowed');
    await scanSentence(page).waitFor();
    own.server.time.campaign = firstMs;
    await page.goto(entry);
    await privacyNotice(page).dialog.waitFor();
    expect(pathOf(page)).toBe('/');
  });

  test('[ENT-7][NAV-5][PER-1] once the last day is over in India, HOME and other routes show that, and what happens to a voucher', async () => {
    own.server.time.campaign = overMs - 1;
    const phone = await phones.open({ origin: own.origin });
    const { page } = phone;
    await page.goto(entry);
    await privacyNotice(page).dialog.waitFor();
    own.server.time.campaign = overMs;
    const texts = [/from 6 May 2025 to 15 September 2025/, /It comes by SMS within 10 days/];
    await expectClosed(phone, late, ['/reward', '/'], texts);
    await dialogOf(page, 'Terms & Conditions').waitFor({ state: 'detached' });
    // The right to erasure does not end with the programme.
    await page.getByRole('button', { name: 'Your data and consent' }).click();
    await dialogOf(page, 'Your data and consent')
      .getByRole('button', { name: 'Get OTP' })
      .waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('a pause', () => {
  const title = 'The oven is taking a break';

  test('[ENT-7] shows a calm page to who comes, and the site to who comes back after it', async () => {
    await setPaused(true);
    const phone = await phones.open({ origin: own.origin });
    const safe = /Nothing is lost: whatever you have won is still yours/;
    await expectClosed(phone, title, ['/spin-wheel', '/'], [safe]);
    const { page } = phone;
    await setPaused(false);
    await page.reload();
    await privacyNotice(page).dialog.waitFor();
    expect(pathOf(page)).toBe('/');
  });
});
