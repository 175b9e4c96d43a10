// Landscape and folded phones, large text, and pages with a scroll bar.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  codeForm,
  entry,
  heading,
  newShopper,
  registration,
  toCode,
  toForm,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { changeStoredSession } from '../support/browser/browser-storage.ts';
import { storeUnknownToken, storeVerified } from '../support/browser/stored-login.ts';
import { layoutProblems } from '../support/checks/visual-checks.ts';

const phones = usePhones();
const malayalam = (await loadCampaign('biscuit-2025')).words('ml');

const bottomOf = async (element: Locator) => {
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

async function toReward({ page }: Phone): Promise<void> {
  await changeStoredSession(page, { winType: 10 });
  await page.goto('/congrats');
  await won(page, 10).waitFor();
}

/** The longest words. */
async function toRewardInMalayalam({ page, context, origin }: Phone): Promise<Locator> {
  await context.addCookies([{ name: 'biscuit-2025-lang', value: 'ml', url: origin }]);
  await page.goto('/congrats');
  const title = heading(page, malayalam.reward.congratulations);
  await title.waitFor();
  await page.evaluate(() => document.fonts.ready);
  return title;
}

test('[WHL-2][REW-1] on a phone on its side, PLAY and the amount are seen without scrolling', async () => {
  const phone = await phones.open({ viewport: { width: 740, height: 360 } });
  const { page } = phone;
  await storeVerified(phone, newShopper());
  await page.goto('/spin-wheel');
  await wheel(page).play.waitFor();
  expect(await bottomOf(wheel(page).play)).toBeLessThanOrEqual(360);
  expect(await bottomOf(wheel(page).canvas)).toBeLessThanOrEqual(360);
  await toReward(phone);
  expect(await bottomOf(won(page, 10))).toBeLessThanOrEqual(360);
});

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;

test('[OTP-1] the cells of the code are as wide as its button, and a wide screen keeps the picture', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await toCode(phone, newShopper());
  const picture = page.locator('#root .hero-image');
  const cells = page.locator('.code-cells');
  for (const [width, isPictured] of [
    [280, false],
    [360, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const narrower = (await widthOf(codeForm(page).verify)) - (await widthOf(cells));
    expect(Math.abs(narrower)).toBeLessThanOrEqual(2);
    expect(await picture.isVisible()).toBe(isPictured);
  }
});

const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

const doubled = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { font-size: 200% !important }');
  document.adoptedStyleSheets.push(sheet);
};

describe.each([
  ['folded, 280 pixels wide', 280, false],
  ['with text at 200 %', 360, true],
])('%s', (_, width, isDoubled) => {
  test(
    '"Congratulations!" is one line, and nothing runs over the edge',
    { tags: ['long'] },
    async () => {
      const phone = await phones.open({
        viewport: { width, height: 653 },
        before: (page) => (isDoubled ? page.addInitScript(doubled) : Promise.resolve()),
      });
      await storeUnknownToken(phone);
      await toReward(phone);
      expect(await linesOf(heading(phone.page, 'Congratulations!'))).toBe(1);
      expect(await layoutProblems(phone.page)).toEqual([]);
      expect(await linesOf(await toRewardInMalayalam(phone))).toBe(1);
      expect(await layoutProblems(phone.page)).toEqual([]);
    },
  );
});

/** Pixels by which an empty list's hint exceeds its space. */
const overflowOfHint = (list: Locator) =>
  list.evaluate((node) => {
    if (!(node instanceof HTMLSelectElement)) throw new Error('Not a list.');
    const style = getComputedStyle(node);
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) throw new Error('No canvas.');
    pen.font = style.font;
    const width = pen.measureText(node.selectedOptions[0]?.text ?? '').width;
    const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    return Math.ceil(width + padding - node.clientWidth);
  });

test('[VAL-3] with text at 200 % the hint of the states and all ten digits fit, and nothing runs over the edge', async () => {
  const phone = await phones.open({ before: (page) => page.addInitScript(doubled) });
  const { page, context, origin } = phone;
  await toForm(phone);
  const { state, mobile } = registration(page);
  await mobile.fill('9876543210');
  await page.evaluate(() => document.fonts.ready);
  expect(await overflowOfHint(state)).toBeLessThanOrEqual(0);
  expect(await mobile.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  expect(await layoutProblems(page)).toEqual([]);
  await context.addCookies([{ name: 'biscuit-2025-lang', value: 'ml', url: origin }]);
  await page.goto(entry);
  await page.locator('#root .registration').waitFor();
  await page.evaluate(() => document.fonts.ready);
  expect(await layoutProblems(page)).toEqual([]);
});
