// The kit's layouts on the brand: what is behind a heading, in each arrangement of the wheel's page
// and of the reward's screen. Makes no calls.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { respond } from '../support/api-calls.ts';
import { wheel, won } from '../support/page-objects.ts';
import { usePhones } from '../support/phone.ts';
import { pixelAt } from '../support/pixel-at.ts';
import { storeUnknownToken } from '../support/stored-login.ts';

const phones = usePhones();
const sizes = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1280, height: 800 },
] as const;

/** The layout of the biscuit's page is the default: the server writes another on the body. */
const setLayout = (page: Page, layout: string) =>
  page.evaluate((wanted) => {
    document.body.dataset['layout'] = wanted;
  }, layout);

/** Where the text begins and ends, not its box. */
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

async function expectBackground(page: Page, selector: string, background: string): Promise<void> {
  const expected = await colourOf(page, background);
  for (const [x, y] of await placesBeside(page, selector)) {
    expect(await pixelAt(page, x, y)).toEqual(expected);
  }
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
    for (const text of ['.spin h1', '.spin-hint p']) await expectBackground(page, text, background);
    const play = await page.locator('.spin-play').evaluate((it) => {
      const { left, top, height } = it.getBoundingClientRect();
      return [left - 4, top + height / 2] as const;
    });
    expect(await pixelAt(page, ...play)).not.toEqual(await pixelAt(page, play[0] + 30, play[1]));
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
    await expectBackground(page, '.reward h1', background);
  }
});
