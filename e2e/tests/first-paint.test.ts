// What the page shows before its scripts: HOME, or the scan sentence without the QR code.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { darkPalette } from '@inaam/campaigns/loader/theme/palette.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldsOf, holdCalls, recordRequests } from '../support/api-calls.ts';
import { holdScripts } from '../support/browser/page-time.ts';
import {
  acceptPrivacy,
  entry,
  heading,
  loader,
  newShopper,
  privacyNotice,
  registration,
  scanText,
  sentence,
  codeForm,
  fillForm,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { smsTo } from '../support/product/sms-inbox.ts';

const phones = usePhones();

const visibleElements = (page: Page, within: string) =>
  page.locator(`${within} :is(h1, h2, h3, p, label, input, select, button)`).evaluateAll((things) =>
    things
      .filter((thing) => thing.checkVisibility())
      .map((thing) => {
        const { x, y, width, height } = thing.getBoundingClientRect();
        const text = thing instanceof HTMLSelectElement ? '' : thing.textContent;
        return [thing.tagName, text, x, y, width, height].join('|');
      }),
  );

test('[HOM-1] HOME is visible before its script, and the form keeps what was typed and sends nothing', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() || request.url().includes('/api/'))
      requested.push(request.url());
  });
  const letCome = await holdScripts(page);
  const letGo = await holdCalls(page, 'register');
  await page.goto(entry, { waitUntil: 'commit' });
  await agreeBefore(page);
  const form = registration(page);
  const shopper = newShopper();
  await form.name.fill(shopper.name);
  await form.mobile.fill(shopper.mobile);
  await form.state.selectOption(shopper.state);
  await form.agree.check();
  // Nothing handles the form yet; typed values must not end up in the address.
  await form.getOtp.click();
  await form.name.press('Enter');
  expect(requested).toEqual([`${phone.origin}${entry}`]);
  letCome();
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  expect(await form.name.inputValue()).toBe(shopper.name);
  expect(await form.mobile.inputValue()).toBe(shopper.mobile);
  expect(await form.state.inputValue()).toBe(shopper.state);
  expect(await form.agree.isChecked()).toBe(true);
  letGo();
});

/** Answers the notice with Yes while the app is still being loaded. */
async function agreeBefore(page: Page): Promise<void> {
  const { dialog, yes, submit } = privacyNotice(page, 'first-paint');
  await yes.check();
  await submit.click();
  await dialog.waitFor({ state: 'hidden' });
}

test('[HOM-5][HOM-6] the notice covers HOME from the first paint, where one box is ticked at a time; what was ticked stays, and No counts at once', async () => {
  const { page } = await phones.open();
  const { dialog, yes, no, submit } = privacyNotice(page, 'first-paint');
  const letCome = await holdScripts(page);
  const letGo = await holdCalls(page, 'startSession');
  const recorded = recordRequests(page, 'recordConsent');
  await page.goto(entry, { waitUntil: 'commit' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await submit.click({ force: true });
  await yes.check();
  await no.check();
  expect(await yes.isChecked()).toBe(false);
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('button', { name: 'English' }).click();
  await dialog.getByText(wait).waitFor();
  letCome();
  letGo();
  await privacyNotice(page).dialog.waitFor();
  await expect.poll(() => recorded.map((request) => fieldsOf(request)['agree'])).toEqual(['NO']);
  expect(await privacyNotice(page).no.isChecked()).toBe(true);
  await page.getByRole('dialog', { name: 'Language' }).press('Escape');
  await acceptPrivacy(page);
});

test('[HOM-1] the app replaces it without moving anything', { tags: ['long'] }, async () => {
  const { page } = await phones.open();
  const letCome = await holdScripts(page);
  await page.goto(entry, { waitUntil: 'commit' });
  await agreeBefore(page);
  // Fonts are requested when the first frame is laid out; only then can they be awaited.
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
  });
  const before = await visibleElements(page, '#first-paint');
  expect(before.length).toBeGreaterThan(20);
  await page.evaluate(() => {
    const { body, documentElement } = document;
    const noteIfEmpty = () => {
      if (document.querySelector('main') === null) documentElement.dataset['wasEmpty'] = '';
    };
    new MutationObserver(noteIfEmpty).observe(body, { childList: true, subtree: true });
  });
  letCome();
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await page.locator('html').getAttribute('data-was-empty')).toBe(null);
  expect(await page.locator('#first-paint').count()).toBe(0);
  expect(await visibleElements(page, '#root')).toEqual(before);
});

test('[ENT-2] without the QR code the scan sentence is shown before the script, and after it', async () => {
  const { page } = await phones.open();
  for (const address of ['/?utm_source=poster', '/profile']) {
    const letCome = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    await heading(page, scanText).waitFor();
    expect(await page.locator('#first-paint').getByText(scanText).count(), address).toBe(1);
    letCome();
    await page.locator('#first-paint').waitFor({ state: 'detached' });
    await sentence(page, scanText).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
});

test('[HOM-1] no script is requested before HOME is painted', async () => {
  const { page } = await phones.open({ before: (it) => it.addInitScript(countFrames) });
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  const requested = await page.evaluate(() => performance.getEntriesByName('script requested'));
  expect(requested.length).toBeGreaterThan(2);
  // A frame is painted when the next one begins.
  const { frames } = z.object({ frames: z.number() }).parse(await page.evaluate(framesAtRequest));
  expect(frames).toBeGreaterThan(1);
});

function countFrames(): void {
  let frames = 0;
  const tick = () => {
    if (document.querySelector('#first-paint')?.firstElementChild) frames += 1;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const real = fetch;
  globalThis.fetch = (address, options) => {
    const isScript = typeof address === 'string' && address.endsWith('.js');
    if (isScript) performance.mark('script requested', { detail: { frames } });
    return real(address, options);
  };
}

function framesAtRequest(): unknown {
  const [first] = performance.getEntriesByName('script requested');
  return first instanceof PerformanceMark ? first.detail : undefined;
}

// Buttons pressed before the app has loaded.

const wait = 'Loading...';

test('Get OTP that was pressed before the app came is done, and the Yes before it is recorded once', async () => {
  const { page } = await phones.open();
  const recorded = recordRequests(page, 'recordConsent');
  const letCome = await holdScripts(page);
  await page.goto(entry, { waitUntil: 'commit' });
  await agreeBefore(page);
  const shopper = newShopper();
  await fillForm(page, { ...shopper, mobile: `+91 ${shopper.mobile}` });
  await registration(page).getOtp.click();
  expect(await page.getByRole('status').filter({ hasText: wait }).isVisible()).toBe(true);
  letCome();
  await codeForm(page).otp.waitFor();
  await expect.poll(() => smsTo(shopper.mobile)).toHaveLength(1);
  expect(recorded.map((request) => fieldsOf(request)['agree'])).toEqual(['YES']);
  await page.reload();
  await codeForm(page).otp.waitFor();
  expect(await privacyNotice(page).dialog.count()).toBe(0);
});

test('Get OTP that was pressed before the app came is not done for the next shopper of the tab', async () => {
  // Without modal dialogs the form behind the notice is not inert.
  const before = (page: Page) =>
    page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
  const { page } = await phones.open({ before });
  const letCome = await holdScripts(page);
  await page.goto(entry, { waitUntil: 'commit' });
  await registration(page).name.fill('Asha Rao');
  await registration(page).name.press('Enter');
  letCome();
  await privacyNotice(page).dialog.waitFor();
  await page.goBack();
  await expect.poll(() => registration(page).name.inputValue()).toBe('');
  await acceptPrivacy(page);
  // A press would be a task of its own by now, and show the empty form's errors.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await page.locator('.errors').count()).toBe(0);
});

test('[HOM-1] letters typed while the app starts and takes over are in its field, with focus and caret', async () => {
  const { page } = await phones.open();
  const letCome = await holdScripts(page);
  const letGo = await holdCalls(page, 'startSession');
  await page.goto(entry, { waitUntil: 'commit' });
  await agreeBefore(page);
  const { name } = registration(page);
  await name.pressSequentially('Rai');
  await page.keyboard.press('ArrowLeft');
  letCome();
  await loader(page, 'Starting session...').waitFor();
  await page.keyboard.type('j');
  await page.evaluate(typeBeforeTheAppShows);
  letGo();
  await page.locator('#first-paint').waitFor({ state: 'detached' });
  await page.keyboard.type('n');
  expect(await name.inputValue()).toBe('Rajani');
});

/** In the page: the loader is gone, and the app's page is not there yet. */
function typeBeforeTheAppShows(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('dialog[open]') !== null) return;
    observer.disconnect();
    const field = document.querySelector('#first-paint [name=name]');
    if (!(field instanceof HTMLInputElement)) return;
    const caret = field.selectionEnd ?? 0;
    field.setRangeText('a', caret, caret, 'end');
  }).observe(document.body, { childList: true, subtree: true });
}

const { colours } = (await loadCampaign('biscuit-2025')).theme;
const dark = darkPalette(colours);

/** Of the page, and of the browser's own bar. */
const coloursOf = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    const bar = bars.find(({ media }) => matchMedia(media).matches)?.content;
    return { backgroundColor, colorScheme, bar };
  });

function paintedIn(paper: string) {
  const parts = (paper.match(/[0-9a-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16));
  // Chrome auto-darkens only pages without a declared dark scheme.
  const colorScheme = 'light dark';
  return { backgroundColor: `rgb(${parts.join(', ')})`, colorScheme, bar: paper };
}

test('the first paint is dark before any script has run, and turns light with the phone', async () => {
  const phone = await phones.open({ colorScheme: 'dark' });
  phone.allow(/ERR_FAILED/);
  const { page } = phone;
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(entry, { waitUntil: 'domcontentloaded' });
  await heading(page, 'There’s a reward in every pack!').waitFor();
  expect(await coloursOf(page)).toEqual(paintedIn(dark.paper));
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await coloursOf(page)).toEqual(paintedIn(colours.paper));
});

test('the page on how the draw is fair is dark too', async () => {
  const { page } = await phones.open({ colorScheme: 'dark' });
  await page.goto('/draw/');
  expect(await coloursOf(page)).toEqual(paintedIn(dark.paper));
});
