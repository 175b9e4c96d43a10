import { expect, test } from 'vitest';
import { readCode } from '../support/product/sms-inbox.ts';
import {
  acceptPrivacy,
  codeForm,
  detailsForm,
  entry,
  fillForm,
  heading,
  loader,
  menuIcon,
  newShopper,
  privacyNotice,
  profile,
  registration,
  scanSentence,
  sideMenu,
  toWheel,
  typeCode,
  wheel,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { handleFirst, holdCalls, reply } from '../support/api-calls.ts';
import type { CallName } from '@inaam/contract/calls.ts';

const phones = usePhones();

/** Holds back a call and expects the full-screen loader with this text until it is released. */
async function expectLoader(
  { page }: Phone,
  text: string,
  name: CallName,
  act: () => Promise<unknown>,
) {
  const letGo = await holdCalls(page, name);
  await act();
  await loader(page, text).waitFor();
  expect(await page.getByRole('alertdialog').count(), text).toBe(1);
  expect(await loader(page, text).boundingBox()).toMatchObject({ x: 0, y: 0, width: 360 });
  letGo();
  await loader(page, text).waitFor({ state: 'detached' });
}

test('[MOD-4] each call has its text over the whole screen; the spin has none', async () => {
  const phone = await phones.open({ clock: true });
  const { page } = phone;
  const shopper = newShopper();
  await expectLoader(phone, 'Starting session...', 'startSession', () => page.goto(entry));
  await privacyNotice(page).dialog.waitFor();
  await privacyNotice(page).yes.check();
  await expectLoader(phone, 'Loading...', 'recordConsent', () =>
    privacyNotice(page).submit.click(),
  );
  await fillForm(page, shopper);
  await expectLoader(phone, 'Saving details...', 'register', () =>
    registration(page).getOtp.click(),
  );
  const code = await readCode(shopper.mobile);

  await codeForm(page).countdown.waitFor();
  await page.clock.fastForward(61_000);
  await codeForm(page).countdown.waitFor({ state: 'detached' });
  // In real time the minute is not over: the server refuses, which is only logged.
  phone.allow(/status of 429 .*resendOtp/, /warning: resend failed: CallRefused 429/);
  await expectLoader(phone, 'Resending OTP...', 'resendOtp', () => codeForm(page).resend.click());
  await expectLoader(phone, 'Verifying OTP...', 'verifyOtp', () => typeCode(page, code));

  await wheel(page).play.waitFor();
  const letGo = await holdCalls(page, 'getReward');
  await wheel(page).play.click();
  await expect.poll(() => wheel(page).play.isDisabled()).toBe(true);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await menuIcon(page).click();
  await profile(page).title.waitFor();
  await expectLoader(phone, 'Fetching details...', 'getDetails', () => profile(page).edit.click());
  await heading(page, 'Edit Profile').waitFor();
  // The first list of cities has arrived before another is requested.
  await detailsForm(page).city.locator('option').nth(1).waitFor({ state: 'attached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expectLoader(phone, 'Loading...', 'getCities', () =>
    detailsForm(page).state.selectOption('Goa'),
  );
  letGo();
});

test('[MOD-4][HOM-2] the list of states is there at once: while the server’s is fetched, its text is beside the field and covers nothing', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const shopper = newShopper({ state: 'Goa' });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await handleFirst(page, 'getStates', 1, async (route) => {
    await promise;
    await reply(route, { statusCode: 200, states: ['Delhi', 'Kerala'] });
  });
  await page.goto(entry);
  await acceptPrivacy(page);
  const wait = page.getByText('Getting State list');
  await wait.waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  const { state, getOtp } = registration(page);
  const place = () => state.evaluate((field) => field.getBoundingClientRect().top + scrollY);
  const before = await place();
  await fillForm(page, shopper);
  letGo();
  await wait.waitFor({ state: 'detached' });
  // The list is the server's, and the previous choice is kept.
  const names = state.locator('option');
  await expect
    .poll(() => names.allTextContents())
    .toEqual(['Choose your state', 'Goa', 'Delhi', 'Kerala']);
  expect(await state.inputValue()).toBe('Goa');
  expect(await place()).toBe(before);
  await getOtp.click();
  await codeForm(page).otp.waitFor();
});

test('[HOM-1][CAM-5] the app keeps the picture of the first paint: one image, at the same place', async () => {
  const { page } = await phones.open();
  // Not a list: with a route, Chromium does not use its cache.
  const requested = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/art/hero-')) requested.add(request.url());
  });
  const { promise: held, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const pictureIn = async (place: string) => {
    const image = page.locator(`${place} .hero-image`);
    await image.waitFor();
    await expect.poll(() => image.evaluate(isShown)).toBe(true);
    return { box: await image.boundingBox(), source: await image.evaluate(sourceOf) };
  };
  const isShown = (it: HTMLImageElement) => it.complete && it.naturalWidth > 700;
  const sourceOf = (it: HTMLImageElement) => it.currentSrc;
  await page.goto(entry);
  const first = await pictureIn('#first-paint');
  expect(first.box?.height).toBeGreaterThan(100);
  letCome();
  await acceptPrivacy(page);
  expect(await pictureIn('#root')).toEqual(first);
  expect(requested).toEqual(new Set([first.source]));
  expect(first.source).toMatch(/\.avif$/);
});

test('[CAM-5] a screen fetches its own image, and no other’s', async () => {
  const phone = await phones.open();
  const { page } = phone;
  const images = new Set<string>();
  page.on('request', (request) => {
    const [, name] = /\/art\/(\w+)-\w+\.avif$/.exec(request.url()) ?? [];
    if (name !== undefined) images.add(name);
  });
  await page.goto('/');
  await scanSentence(page).waitFor();
  await expect.poll(() => [...images]).toEqual(['scan']);
  await toWheel(phone);
  const widthOf = (it: HTMLImageElement) => it.naturalWidth;
  await expect.poll(() => page.locator('.wheel-image img').evaluate(widthOf)).toBe(760);
  expect([...images]).toEqual(['scan', 'wheel']);
});

test('[MOD-4] on a slow network the menu and the language say at once that they load', async () => {
  const { page } = await phones.open();
  const [menu, words] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = (address: RegExp, until: Promise<void>) =>
    page.route(address, async (route) => {
      await until;
      await route.continue().catch(() => undefined);
    });
  await hold(/\/assets\/overlays-/, menu.promise);
  await hold(/\/words\/hi\.json/, words.promise);
  await page.goto(entry);
  await acceptPrivacy(page);
  await menuIcon(page).click();
  await loader(page, 'Loading...').waitFor();
  menu.resolve();
  await sideMenu(page).dialog.waitFor();
  await sideMenu(page).close.click();
  await page.locator('.page-header .language-switch').click();
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).click();
  await loader(page, 'Loading...').waitFor();
  words.resolve();
  await page.locator('html[lang=hi]').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
});
