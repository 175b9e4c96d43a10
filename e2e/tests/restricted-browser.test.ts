import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { productUrl } from '../support/product/product-url.ts';
import { chromiumPath } from '@inaam/runtime/chromium.ts';
import { readVoucher } from '../support/product/sms-inbox.ts';
import {
  newShopper,
  shownAmount,
  spin,
  toast,
  toRewardByForms,
  toWheelByForms,
  wheel,
  won,
  chooseLanguage,
} from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { respond } from '../support/api-calls.ts';

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

  test('free storage completes the journey', { tags: ['long'] }, async () => {
    const phone = await phones.open({
      before: (page) =>
        page.addInitScript(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
          };
        }),
    });
    await toRewardByForms(phone);
  });

  test(
    'sound, animation and newer interfaces completes the journey',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open({
        before: (page) =>
          page.addInitScript(() => {
            for (const name of [
              'AudioContext',
              'webkitAudioContext',
              'Audio',
              'BroadcastChannel',
            ]) {
              Reflect.deleteProperty(window, name);
            }
            Object.defineProperty(HTMLMediaElement.prototype, 'play', {
              value: () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError')),
            });
            Reflect.deleteProperty(Element.prototype, 'animate');
            Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
            Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover');
          }),
      });
      const { page } = phone;
      await toWheelByForms(phone);
      await respond(page, 'getReward', { statusCode: 200, winType: 5 });
      await wheel(page).play.click();
      // Without an animation the wheel is at its end at once.
      await won(page, 5).waitFor();
    },
  );
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

  test.each(['missing', 'null', 'throwing', 'nonsense'] as const)(
    '[WHL-5][WHL-8][OTP-7] is %s shows all of the journey',
    async (how) => {
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
    },
  );
});

describe('plain http from another device', () => {
  const host = 'inaam.test';
  const phones = usePhones({}, async () => {
    const { args, ...found } = await chromiumPath();
    return chromium.launch({
      ...found,
      args: [...args, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
    });
  });
  const lacks = (page: Page) =>
    page.evaluate(() => ({
      isSecure: isSecureContext,
      subtle: 'subtle' in crypto,
      randomUUID: 'randomUUID' in crypto,
    }));

  test('has no secure context, and completes the journey', { tags: ['long'] }, async () => {
    const { port } = new URL(productUrl());
    const phone = await phones.open({ origin: `http://${host}:${port}` });
    const shopper = newShopper();
    await toWheelByForms(phone, shopper);
    expect(await lacks(phone.page)).toEqual({ isSecure: false, subtle: false, randomUUID: false });
    await spin(phone.page);
    const amount = await shownAmount(phone.page);
    expect((await readVoucher(shopper.mobile)).amount).toBe(amount);
    await phone.page.reload();
    expect(await shownAmount(phone.page)).toBe(amount);
  });
});
