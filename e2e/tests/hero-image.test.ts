// The product's image on HOME, which replaces the drawing once the app has started.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  acceptPrivacy,
  entry,
  menuIcon,
  privacyNotice,
  sideMenu,
} from '../support/page-objects.ts';
import { usePhones, withMotion } from '../support/browser/phone.ts';

const phones = usePhones();

const heroImage = (page: Page) => page.locator('#root .hero-image img');
const drawing = (page: Page) => page.locator('#root .hero-drawing');

const imagesOf = (page: Page) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.avif')) requested.push(request.url());
  });
  return requested;
};

/** @returns a function that lets it load */
async function holdImage(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.once('close', () => resolve());
  await page.route('**/*.avif', async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}

const boxesOf = (page: Page) =>
  page.locator('#root main *').evaluateAll((things) =>
    things.map((thing) => {
      const { x, y, width, height } = thing.getBoundingClientRect();
      return [thing.tagName, x, y, width, height].join('|');
    }),
  );

/** Until the page has loaded everything that it has requested. */
async function allLoaded(page: Page): Promise<void> {
  await acceptPrivacy(page);
  await page.waitForLoadState('networkidle');
}

async function expectDrawing(page: Page): Promise<void> {
  await allLoaded(page);
  expect(await drawing(page).isVisible()).toBe(true);
  expect(await heroImage(page).isVisible()).toBe(false);
}

test('[HOM-1][CAM-5] the image takes the place of the drawing, and nothing moves', async () => {
  const { page } = await phones.open();
  const requested = imagesOf(page);
  const letCome = await holdImage(page);
  await page.goto(entry);
  await acceptPrivacy(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const before = await boxesOf(page);
  expect(before.length).toBeGreaterThan(40);
  expect(await heroImage(page).isVisible()).toBe(false);
  letCome();
  await heroImage(page).waitFor();
  expect(await drawing(page).isVisible()).toBe(false);
  expect(await boxesOf(page)).toEqual(before);
  expect(requested.length).toBe(1);
  const [image, drawn] = [await heroImage(page).boundingBox(), await drawing(page).boundingBox()];
  expect(image).toEqual(drawn);
  expect(image?.height).toBeGreaterThan(100);
  const isDecoded = (it: HTMLImageElement) => it.naturalWidth > 700;
  expect(await heroImage(page).evaluate(isDecoded)).toBe(true);
});

test('[HOM-1] it is requested after the app, is never the largest paint, and under reduced motion nothing of it moves', async () => {
  const { page } = await phones.open({
    before: async (it) => {
      await it.addInitScript(recordLargest);
      await it.addInitScript(recordAnimations);
    },
  });
  const order: string[] = [];
  page.on('request', (request) => order.push(new URL(request.url()).pathname));
  await page.goto(entry);
  await allLoaded(page);
  await heroImage(page).waitFor();
  const at = order.findIndex((address) => address.endsWith('.avif'));
  const lastScript = order.findLastIndex((address) => /\/assets\/index-.*\.js$/.test(address));
  expect(lastScript).toBeGreaterThan(-1);
  expect(at).toBeGreaterThan(lastScript);
  const largest = await recorded(page, 'largest');
  expect(largest.length).toBeGreaterThan(0);
  expect(largest.join(' ')).not.toContain('.avif');
  expect(await recorded(page, 'animation')).toEqual([]);
});

test('[HOM-1] an engine without AVIF keeps the drawing and requests nothing', async () => {
  const { page } = await phones.open();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setDisabledImageTypes', { imageTypes: ['avif'] });
  const requested = imagesOf(page);
  await page.goto(entry);
  await expectDrawing(page);
  expect(requested).toEqual([]);
});

/** browser.test.ts covers which networks are slow. */
test.each([{ saveData: true, effectiveType: '4g' }])(
  '[HOM-1] a phone with %j keeps the drawing and requests nothing',
  async (connection) => {
    const { page } = await phones.open({ before: (it) => it.addInitScript(connectBy, connection) });
    const requested = imagesOf(page);
    await page.goto(entry);
    await expectDrawing(page);
    expect(requested).toEqual([]);
  },
);

test('[HOM-1] the drawing stays where the image does not arrive', async () => {
  const phone = await phones.open();
  phone.allow(/ERR_FAILED/);
  const { page } = phone;
  await page.route('**/*.avif', (route) => route.abort());
  await page.goto(entry);
  await expectDrawing(page);
});

test('[HOM-1] a scan opens it once, when the notice is answered, by the compositor alone', async () => {
  const { page } = await phones.open({
    ...withMotion,
    before: (it) => it.addInitScript(recordAnimations),
  });
  await page.goto(entry);
  await privacyNotice(page).dialog.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await recorded(page, 'animation')).toEqual([]);
  await acceptPrivacy(page);
  await page.locator('#root .hero-open').waitFor();
  const opening = await recorded(page, 'animation');
  expect(opening.length).toBe(5);
  expect(new Set(opening)).toEqual(new Set(['transform']));
  await menuIcon(page).click();
  await sideMenu(page).dialog.waitFor();
  await page.keyboard.press('Escape');
  await sideMenu(page).dialog.waitFor({ state: 'detached' });
  expect(await recorded(page, 'animation')).toEqual(opening);
});

async function recorded(page: Page, name: string): Promise<string[]> {
  const read = (wanted: string) =>
    performance
      .getEntriesByName(wanted)
      .map((entry) => (entry instanceof PerformanceMark ? String(entry.detail) : ''));
  return z.array(z.string()).parse(await page.evaluate(read, name));
}

function recordLargest(): void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      performance.mark('largest', { detail: JSON.stringify(entry) });
  });
  observer.observe({ type: 'largest-contentful-paint', buffered: true });
}

/** The properties that each animation of the hero changes. */
function recordAnimations(): void {
  addEventListener(
    'animationstart',
    ({ animationName }) => {
      if (!animationName.startsWith('hero-')) return;
      const running = document
        .getAnimations()
        .find((it) => it instanceof CSSAnimation && it.animationName === animationName);
      const { effect } = running ?? {};
      const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
      const other = new Set(['offset', 'computedOffset', 'easing', 'composite']);
      const properties = frames.flatMap((frame) => Object.keys(frame));
      const changed = [...new Set(properties)].filter((name) => !other.has(name));
      performance.mark('animation', { detail: changed.join(' ') });
    },
    { capture: true },
  );
}

function connectBy(connection: { saveData?: boolean; effectiveType: string }): void {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection });
}
