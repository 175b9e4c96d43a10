import { type Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { readVoucher } from '../support/product/sms-inbox.ts';
import {
  newShopper,
  shownAmount,
  toast,
  toRewardByForms,
  toWheelByForms,
  wheel,
  chooseLanguage,
  busySentence,
  entry,
  registration,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

describe('a phone without', () => {
  const phones = usePhones();

  test('storage and cookies completes the journey', async () => {
    const phone = await phones.open({
      before: (page) =>
        page.addInitScript(() => {
          const forbid = (): never => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          };
          Object.defineProperty(window, 'sessionStorage', { get: forbid });
          Object.defineProperty(window, 'localStorage', { get: forbid });
          Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
        }),
    });
    const shopper = newShopper();
    const amount = await toRewardByForms(phone, shopper);
    expect((await readVoucher(shopper.mobile)).amount).toBe(amount);
    await phone.page.goBack();
    await phone.page.getByRole('dialog', { name: 'Privacy notice' }).waitFor();
  });
});

/** How a browser, an extension or an in-app browser may break optional features. */
type Spoil = 'missing' | 'null' | 'throwing' | 'nonsense';

/** In the page, before its scripts. */
function spoil(how: Spoil): void {
  const fail = (): never => {
    throw new DOMException('Not here.', 'SecurityError');
  };
  const value = { missing: undefined, null: null, throwing: undefined, nonsense: () => 7 }[how];
  const replace = (owner: object, names: string, isCalled: boolean): void => {
    for (const name of names.split(' ')) {
      for (let holder: unknown = owner; typeof holder === 'object' && holder !== null;) {
        Reflect.deleteProperty(holder, name);
        holder = Object.getPrototypeOf(holder);
      }
      if (how === 'missing') continue;
      const throwing = isCalled ? { value: fail } : { get: fail };
      const property = how === 'throwing' ? throwing : { value };
      Object.defineProperty(owner, name, { configurable: true, ...property });
    }
  };
  const constructors =
    'AudioContext BroadcastChannel DeviceOrientationEvent IntersectionObserver ' +
    'OffscreenCanvas PerformanceObserver ResizeObserver';
  replace(window, constructors, true);
  replace(window, 'matchMedia requestIdleCallback', true);
  replace(window, 'fbq gtag dataLayer', false);
  const { prototype: any } = Navigator;
  replace(any, 'canShare sendBeacon share vibrate', true);
  replace(
    any,
    'clipboard connection credentials languages serviceWorker userActivation wakeLock',
    false,
  );
  if (how !== 'throwing') replace(any, 'onLine', false);
  Reflect.set(window, 'OTPCredential', fail);
  replace(Document.prototype, 'execCommand startViewTransition', true);
  replace(Document.prototype, 'cookie fonts', false);
  replace(Element.prototype, 'animate setPointerCapture', true);
  replace(HTMLElement.prototype, 'hidePopover showPopover', true);
  replace(HTMLDialogElement.prototype, 'close showModal', true);
  replace(HTMLCanvasElement.prototype, 'getContext toBlob', true);
  replace(Performance.prototype, 'mark measure', true);
  replace(Intl, 'Collator ListFormat Segmenter', true);
  replace(URL, 'createObjectURL', true);
  replace(Storage.prototype, 'getItem setItem removeItem', true);
}

describe('a browser in which all that the page can do without', () => {
  const phones = usePhones();

  const showsAllOfTheJourney = async (how: 'missing' | 'null' | 'throwing' | 'nonsense') => {
    const phone = await phones.open({ before: (page) => page.addInitScript(spoil, how) });
    const { page } = phone;
    const shopper = newShopper();
    await toWheelByForms(phone, shopper);
    await wheel(page).play.click();
    const amount = await shownAmount(page);
    expect((await readVoucher(shopper.mobile)).amount).toBe(amount);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await press('Share');
    await press('Save as picture');
    await toast(page).waitFor();
    await chooseLanguage(page, 'हिन्दी');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('hi');
  };
  test.each(['throwing'] as const)(
    '[WHL-5][WHL-8][OTP-7] is %s shows all of the journey',
    showsAllOfTheJourney,
  );
  test.each(['missing', 'null', 'nonsense'] as const)(
    '[WHL-5][WHL-8][OTP-7] is %s shows all of the journey',
    { tags: ['long'] },
    showsAllOfTheJourney,
  );
});

// Browsers too old for the app: the page says so in its language, and nothing looks ready.
const phones = usePhones();
const sentence =
  'This page doesn’t open in this browser. Update it, or try Chrome or another phone.';

/** Waits for the sentence, which must not appear in a browser that can run the app. */
async function expectRefusal(page: Page, text = sentence): Promise<void> {
  await page.getByRole('alert').filter({ hasText: text }).waitFor();
  expect(await page.locator('#first-paint :is(button, input, select):enabled').count()).toBe(0);
}

/** Imitates a browser without modules, which does not run scripts of unknown types. */
async function withoutModules(
  page: Page,
  address: string | RegExp = /utm_source=qrcode$/,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('type="module"', 'type="text/x-module"');
    await route.fulfill({ response, body });
  });
}

test('a browser without modules is refused at once', async () => {
  const { page } = await phones.open({
    clock: true,
    before: (it) =>
      it.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule')),
  });
  await withoutModules(page);
  await page.goto(entry);
  await expectRefusal(page);
  expect(await registration(page).getOtp.isDisabled()).toBe(true);
});

test(
  'a browser that cannot read the first script is refused after a while, in its language',
  { tags: ['long'] },
  async () => {
    const { page } = await phones.open({ locale: 'hi-IN', clock: true });
    await withoutModules(page);
    await page.goto(entry);
    await page.clock.fastForward(3000);
    await expectRefusal(page, 'यह पेज इस ब्राउज़र में नहीं खुलता।');
  },
);

test.each([
  ['cannot be read', 'let it = = 1;'],
  ['does not run', 'undefined.toBeFound();'],
])('an app that %s is refused', async (_what, body) => {
  const phone = await phones.open();
  const { page } = phone;
  phone.allow(/uncaught: (SyntaxError|TypeError)/);
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) =>
    route.fulfill({ body, contentType: 'text/javascript' }),
  );
  await page.goto(entry);
  await expectRefusal(page);
});

test('a slow network is not called an unsuitable browser, and a server that does not send the app is called busy', async () => {
  const phone = await phones.open({ clock: true });
  const { page } = phone;
  phone.allow(/status of 404/);
  const held = Promise.withResolvers<void>();
  page.once('close', () => held.resolve());
  let requests = 0;
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    requests += 1;
    if (requests < 3) return route.fulfill({ status: 404 });
    // The third one is the download, the fourth the start.
    if (requests === 4) await held.promise;
    return route.continue().catch(() => undefined);
  });
  await page.goto(entry);
  // The first 404 loads the page again: a new build may have replaced this one.
  await page.getByRole('status').filter({ hasText: busySentence }).waitFor();
  await page.clock.fastForward(60_000);
  await expect.poll(() => requests).toBe(4);
  await page.clock.fastForward(60_000);
  expect(await registration(page).getOtp.isEnabled()).toBe(true);
  expect(await page.getByText(sentence).isVisible()).toBe(false);
  held.resolve();
  await page.locator('#root').getByRole('dialog').waitFor();
  expect(await page.getByText(busySentence).count()).toBe(0);
});
