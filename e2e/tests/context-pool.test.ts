import { expect, test } from 'vitest';
import { leaseContext, openBlankPage } from '../support/browser/context-pool.ts';
import { entry, privacyNotice } from '../support/page-objects.ts';
import { Phone } from '../support/browser/phone.ts';
import { productUrl, answerTransport } from '../support/product/answer-transport.ts';
import { pauseClock } from '../support/browser/page-time.ts';
import { createServer } from 'node:http';
import { unwrapResponse } from '@inaam/contract/envelope.ts';
import * as z from 'zod';
import { startDelayProxy } from '../support/product/delay-proxy.ts';

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

// Checks that this run really uses its encoding and delay; otherwise the variants prove nothing.
/** Timers may fire a moment early. */
const slackMs = 20;

async function timed(address: string): Promise<{ text: string; ms: number }> {
  const from = performance.now();
  const text = await (await fetch(address)).text();
  return { text, ms: performance.now() - from };
}

test('[API-3] a response of the product has the encoding and the delay of this run', async () => {
  const { encoding, delayMs } = answerTransport();
  const { text, ms } = await timed(`${productUrl()}/api/nothing`);
  const { resp } = z.object({ resp: z.unknown() }).parse(JSON.parse(text));
  expect(typeof resp).toBe(encoding === 'base64' ? 'string' : 'object');
  expect(unwrapResponse(text)).toMatchObject({ statusCode: 404 });
  expect(ms).toBeGreaterThan(delayMs - slackMs);
});

test('the proxy delays responses to calls, and changes no address', async () => {
  const server = createServer((from, to) => to.end(from.url));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const origin = `http://127.0.0.1:${port}`;
  const proxy = await startDelayProxy(origin, 200);
  try {
    for (const address of ['/', '//?utm_source=qrcode', '/a%20b?c=%C3%A9', '/demo/messages?to=1']) {
      expect((await timed(`${proxy.origin}${address}`)).text).toBe(address);
    }
    const { text, ms } = await timed(`${proxy.origin}/api/users?t=1`);
    expect(text).toBe('/api/users?t=1');
    expect(ms).toBeGreaterThan(200 - slackMs);
    expect(await startDelayProxy(origin, 0)).toMatchObject({ origin });
  } finally {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  }
});
