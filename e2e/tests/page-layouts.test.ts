// The kit's layouts on the brand colour: what is behind a heading, in each arrangement of the
// wheel's page and of the reward's screen. Makes no calls.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { respond } from '../support/api-calls.ts';
import { wheel, won } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';
import { pixelsAt } from '../support/checks/pixels-at.ts';
import { storeUnknownToken } from '../support/browser/stored-login.ts';

const phones = usePhones();
const sizes = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
] as const;

/** The biscuit campaign has the default layout: the server writes others on the body. */
const setLayout = (page: Page, layout: string) =>
  page.evaluate((wanted) => {
    document.body.dataset['layout'] = wanted;
  }, layout);

/** Extent of the text, not of its box. */
const placesBeside = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return [
      [left - 3, middle],
      [right + 3, middle],
    ] as const;
  });

const colourOf = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const swatch = document.createElement('i');
    swatch.style.color = `var(${wanted})`;
    document.body.append(swatch);
    const { color } = getComputedStyle(swatch);
    swatch.remove();
    return (color.match(/\d+/g) ?? []).map(Number);
  }, name);

/** @param more places whose colours it returns */
async function expectBackground(
  page: Page,
  selectors: readonly string[],
  background: string,
  more: readonly (readonly [number, number])[] = [],
): Promise<number[][]> {
  const expected = await colourOf(page, background);
  const beside = await Promise.all(selectors.map((selector) => placesBeside(page, selector)));
  const places = beside.flat();
  const found = await pixelsAt(page, [...places, ...more]);
  expect(found.slice(0, places.length)).toEqual(places.map(() => expected));
  return found.slice(places.length);
}

test.each([
  ['framed', '--card'],
  ['poster', '--accent'],
])('[CAM-5] in the layout %s the headings have %s behind them', async (layout, background) => {
  const phone = await phones.open();
  const { page } = phone;
  await storeUnknownToken(phone);
  await respond(page, 'getReward', { statusCode: 200, winType: 5 });
  await page.goto('/spin-wheel');
  await wheel(page).play.waitFor();
  await setLayout(page, layout);
  for (const size of sizes) {
    await page.setViewportSize(size);
    const [x, y] = await page.locator('.spin-play').evaluate((it) => {
      const { left, top, height } = it.getBoundingClientRect();
      return [left - 4, top + height / 2] as const;
    });
    const button = [
      [x, y],
      [x + 30, y],
    ] as const;
    const texts = ['.spin h1', '.spin-hint p'];
    const [outside, inside] = await expectBackground(page, texts, background, button);
    expect(outside).not.toEqual(inside);
  }
  await wheel(page).play.click();
  await won(page, 5).waitFor();
  // It fades in.
  await page.evaluate(() => {
    for (const show of document.getAnimations()) show.finish();
  });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await expectBackground(page, ['.reward h1'], background);
  }
});

test('in every layout the steps are within the header or below it, and the page is below both', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await storeUnknownToken(phone);
  await page.goto('/spin-wheel');
  await wheel(page).play.waitFor();
  for (const layout of ['banner', 'framed', 'poster']) {
    await setLayout(page, layout);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const [header, steps, main] = await Promise.all(
        ['.page-header', '.steps li', 'main'].map((selector) =>
          page
            .locator(selector)
            .first()
            .evaluate((it) => {
              const { top, bottom } = it.getBoundingClientRect();
              return { top, bottom };
            }),
        ),
      );
      const where = `${layout}, ${size.width} pixels wide`;
      // Heights of text are fractions of a pixel.
      expect(main?.top, where).toBeGreaterThanOrEqual(Number(header?.bottom) - 1);
      expect(main?.top, where).toBeGreaterThanOrEqual(Number(steps?.bottom) - 1);
      // It does not touch the notice above.
      expect(steps?.top, where).toBeGreaterThanOrEqual(Number(header?.top) + 2);
    }
  }
});
