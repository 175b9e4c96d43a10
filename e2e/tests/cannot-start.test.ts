// Browsers too old for the app: the page says so in its language, and nothing looks ready.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { entry, registration, scanText, heading } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones();
const sentence =
  'This page does not work in this browser. Please update the browser, or use Chrome or another phone.';

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

test('a browser that cannot read the first script is refused after a while, in its language', async () => {
  const { page } = await phones.open({ locale: 'hi-IN', clock: true });
  await withoutModules(page);
  await page.goto(entry);
  await page.clock.fastForward(3000);
  await expectRefusal(page, 'यह पेज इस ब्राउज़र में नहीं चलता।');
});

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

test(
  'a browser that lacks features of the first script is refused after a while',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({
      clock: true,
      before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'AbortSignal')),
    });
    phone.allow(/uncaught: ReferenceError: AbortSignal/);
    await phone.page.goto(entry);
    await phone.page.clock.fastForward(3000);
    await expectRefusal(phone.page);
  },
);

test('an app that does not start is given up after twenty seconds; when it starts, the sentence goes', async () => {
  const { page } = await phones.open({ clock: true });
  const held = Promise.withResolvers<void>();
  page.once('close', () => held.resolve());
  let requests = 0;
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    requests += 1;
    // The first one is the download, the second the start.
    if (requests === 2) await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto(entry);
  await expect.poll(() => requests).toBe(2);
  await page.clock.fastForward(20_000);
  await expectRefusal(page);
  held.resolve();
  await page.getByText(sentence).waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Privacy notice' }).waitFor();
});

test('without the QR code too: the scan sentence stays', { tags: ['long'] }, async () => {
  const { page } = await phones.open();
  await withoutModules(page, '**/');
  await page.goto('/');
  await heading(page, scanText).waitFor();
  await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
});
