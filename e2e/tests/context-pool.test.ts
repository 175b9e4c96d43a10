import { expect, test } from 'vitest';
import { leaseContext, openBlankPage } from '../support/browser/context-pool.ts';
import { entry, privacyNotice } from '../support/page-objects.ts';
import { Phone } from '../support/browser/phone.ts';
import { productUrl } from '../support/product/product-url.ts';
import { pauseClock } from '../support/browser/page-time.ts';

const lease = () => leaseContext({ baseURL: productUrl(), locale: 'en-GB' }, async () => {});

test('a context that is used again has nothing of the last test', async () => {
  const used = await lease();
  const { context } = used;
  const [keeper] = context.pages();
  expect(await keeper?.evaluate(() => document.scripts.length)).toBe(0);
  await context.route('**/live', (route) => route.abort());
  const page = await context.newPage();
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  await page.evaluate(() => localStorage.setItem('userName', 'Asha Rao'));
  expect((await context.cookies()).length).toBeGreaterThan(0);
  // The pool does not clear what the site does not use.
  const others = await page.evaluate(async () => [
    await indexedDB.databases(),
    await caches.keys(),
    await navigator.serviceWorker.getRegistrations(),
  ]);
  expect(others).toEqual([[], [], []]);
  await context.setOffline(true);
  await used.end();

  const again = await lease();
  expect(again.context).toBe(context);
  expect(page.isClosed()).toBe(true);
  expect(await context.cookies()).toEqual([]);
  const fresh = await context.newPage();
  await openBlankPage(fresh);
  const stored = await fresh.evaluate(() => [localStorage.length, sessionStorage.length]);
  expect(stored).toEqual([0, 0]);
  // The previous test's route is gone.
  await fresh.goto('/live');
  await again.end();
});

test('a clock that one test has moved and stopped goes on from now for the next', async () => {
  const open = () => Phone.open({ clock: true, locale: 'en-GB' });
  const used = await open();
  await used.page.goto('/live');
  await used.page.clock.fastForward(3_600_000);
  await pauseClock(used.page);
  await used.close();

  const again = await open();
  expect(again.context).toBe(used.context);
  await again.page.goto('/live');
  const now = () => again.page.evaluate(() => Date.now());
  const first = await now();
  expect(Math.abs(first - Date.now())).toBeLessThan(60_000);
  await expect.poll(now).toBeGreaterThan(first);
  await again.close();
});
