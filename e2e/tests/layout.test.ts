// Landscape and folded phones, large text, and pages with a scroll bar.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { abortCalls, respond } from '../support/api-calls.ts';
import {
  codeForm,
  dialogOf,
  entry,
  heading,
  menuIcon,
  newShopper,
  registration,
  sideMenu,
  toCode,
  toForm,
  wheel,
  won,
} from '../support/page-objects.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { changeStoredSession } from '../support/browser/browser-storage.ts';
import { storeUnknownToken, storeVerified } from '../support/browser/stored-login.ts';
import { layoutProblems } from '../support/checks/visual-checks.ts';
import { pixelsAt } from '../support/checks/pixels-at.ts';

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

test(
  '[OTP-1] on a phone on its side, the cells of the code and its buttons are seen without scrolling',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ viewport: { width: 740, height: 360 } });
    const { page } = phone;
    await toCode(phone, newShopper());
    const { verify, resend } = codeForm(page);
    for (const part of [page.locator('.code-cells'), verify, resend]) {
      expect(await bottomOf(part)).toBeLessThanOrEqual(360);
    }
    expect(await layoutProblems(page)).toEqual([]);
  },
);

const widthOf = async (element: Locator) => (await element.boundingBox())?.width ?? 0;

test('[OTP-1] the cells of the code are as wide as its button, and a wide screen keeps the picture', async () => {
  const phone = await phones.open();
  const { page } = phone;
  await toCode(phone, newShopper());
  const picture = page.locator('#root .hero-art');
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

test(
  '[SES-2] on a phone on its side, what helps after a failed start is seen without scrolling',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ viewport: { width: 740, height: 360 } });
    const { page } = phone;
    phone.allow(/ERR_FAILED/);
    await abortCalls(page, 'startSession');
    await page.goto(entry);
    const again = page.getByRole('button', { name: 'Try again', exact: true });
    await again.waitFor();
    expect(await bottomOf(again)).toBeLessThanOrEqual(360);
  },
);

test(
  'on a phone on its side, what helps on a page that is not there is seen without scrolling',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ viewport: { width: 740, height: 360 } });
    const { page, context, origin } = phone;
    phone.allow(/status of 404/);
    const { errors } = (await loadCampaign('biscuit-2025')).words('ta');
    await context.addCookies([{ name: 'biscuit-2025-lang', value: 'ta', url: origin }]);
    await page.goto('/draw/nothing');
    const again = page.getByRole('link', { name: errors.startAgain, exact: true });
    await again.waitFor();
    expect(await bottomOf(again)).toBeLessThanOrEqual(360);
  },
);

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

/** Numbers separated from their next word by a line break. */
const broken = (page: Page) =>
  page.locator('.no-break').evaluateAll((parts) =>
    parts
      .filter((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getClientRects().length > 1;
      })
      .map((part) => part.textContent),
  );

test(
  '[VAL-3] "10-digit", "6-digit" and "6 May" are not broken, however wide the phone',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open();
    const { page } = phone;
    await toForm(phone);
    await registration(page).getOtp.click();
    const noBreak = page.locator('form .errors .no-break');
    await noBreak.first().waitFor();
    expect(await noBreak.allTextContents()).toContain('10-digit');
    expect(await page.locator('.no-break').allTextContents()).toEqual(
      expect.arrayContaining(['6-digit', '6 May', '15 September']),
    );
    for (const width of [280, 300, 320, 340, 360, 380, 400, 412]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await broken(page), String(width)).toEqual([]);
    }
  },
);

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

/** Whether the last two characters, such as a letter and a full stop, are side by side. */
const endsTogether = (label: Locator) =>
  label.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      for (let at = 0; at < (currentNode.textContent ?? '').length; at += 1) {
        const range = document.createRange();
        range.setStart(currentNode, at);
        range.setEnd(currentNode, at + 1);
        boxes.push(range.getBoundingClientRect());
      }
    }
    const [before, last] = boxes.slice(-2);
    if (!before || !last) throw new Error('No text.');
    return last.top === before.top && last.left === before.right;
  });

test(
  'on a folded phone the hint of the states fits, and no full stop stands alone',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ viewport: { width: 280, height: 653 } });
    const { page } = phone;
    await toForm(phone);
    const { state } = registration(page);
    await page.evaluate(() => document.fonts.ready);
    expect(await overflowOfHint(state)).toBeLessThanOrEqual(0);
    const label = page.locator('label').filter({ hasText: /^I am 18 or older/ });
    expect(await label.textContent()).toMatch(/Terms & Conditions\.$/);
    for (const width of [280, 300, 320, 340, 360, 380, 400, 412]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await endsTogether(label), String(width)).toBe(true);
    }
  },
);

test(
  '[WHL-2] on a folded phone PLAY is seen without scrolling, below the longest words too',
  { tags: ['long'] },
  async () => {
    const phone = await phones.open({ viewport: { width: 280, height: 653 } });
    const { page, context, origin } = phone;
    await storeVerified(phone, newShopper());
    await context.addCookies([{ name: 'biscuit-2025-lang', value: 'ml', url: origin }]);
    await page.goto('/spin-wheel');
    const play = page.getByRole('button', { name: malayalam.wheel.play, exact: true });
    await play.waitFor();
    await page.evaluate(() => document.fonts.ready);
    expect(await bottomOf(play)).toBeLessThanOrEqual(653);
  },
);

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

test('a page with a scroll bar does not move when a dialog opens', { tags: ['long'] }, async () => {
  const phone = await phones.open({
    viewport: { width: 1280, height: 500 },
    isMobile: false,
    hasTouch: false,
  });
  const { page } = phone;
  await toForm(phone);
  // The tests' browser has no scroll bars: imitate one.
  await page.evaluate(() => {
    const narrower = document.documentElement.clientWidth - 15;
    Object.defineProperty(document.documentElement, 'clientWidth', { get: () => narrower });
  });
  const gutter = () =>
    page.locator('html').evaluate((html) => {
      const { overflowY, scrollbarGutter } = getComputedStyle(html);
      return { overflowY, scrollbarGutter };
    });
  await menuIcon(page).click();
  await sideMenu(page).contact.click();
  await dialogOf(page, 'Contact Us').waitFor();
  expect(await gutter()).toEqual({ overflowY: 'hidden', scrollbarGutter: 'stable' });
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Contact Us').waitFor({ state: 'detached' });
  expect(await gutter()).toEqual({ overflowY: 'visible', scrollbarGutter: 'auto' });
});

// The kit's layouts on the brand colour: what is behind a heading, in each arrangement of the
// wheel's page and of the reward's screen. Makes no calls.

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

/** On the accent, or else on the brand. */
async function expectInkOfBackground(page: Page, selector: string): Promise<void> {
  const text = page.locator(selector);
  await text.scrollIntoViewIfNeeded();
  const [behind] = await pixelsAt(page, await placesBeside(page, selector));
  const isOnAccent = String(behind) === String(await colourOf(page, '--accent'));
  const color = await text.evaluate((it) => getComputedStyle(it).color.match(/\d+/g));
  const ink = await colourOf(page, isOnAccent ? '--accent-ink' : '--brand-ink');
  expect(color?.map(Number)).toEqual(ink);
  await page.evaluate(() => scrollTo(0, 0));
}

test.each([
  ['framed', '--card'],
  ['poster', '--accent'],
])(
  '[CAM-5] in the layout %s the headings have %s behind them',
  { tags: ['long'] },
  async (layout, background) => {
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
      await expectInkOfBackground(page, '.spin-odds');
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
  },
);

test(
  'in every layout the steps are within the header or below it, and the page is below both',
  { tags: ['long'] },
  async () => {
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
  },
);
