// Every screen at 200 % on a small phone, and with the text alone spread out as a reader may have
// it (WCAG 1.4.4, 1.4.10, 1.4.12), and on a wide screen: nothing is cut off, nothing lies over
// anything, every control can be reached.
import { describe, expect, test } from 'vitest';
import { layoutProblems, finishAnimations, unreachableControls } from '../support/visual-checks.ts';
import { usePhones, type PhoneOptions } from '../support/phone.ts';
import { screenStatePaths } from '../support/screen-states.ts';

const phones = usePhones();

/** What WCAG 1.4.12 has text bear, wherever the page sets it otherwise. */
const spread =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

const readers: [string, PhoneOptions][] = [
  [
    'at 1280 × 800, where the screens are composed otherwise',
    { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false },
  ],
  ['at 200 %', { viewport: { width: 180, height: 370 }, deviceScaleFactor: 4 }],
  [
    'at 320 pixels with the text spread',
    {
      viewport: { width: 320, height: 568 },
      before: (page) =>
        page.addInitScript((rules) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(rules);
          document.adoptedStyleSheets.push(sheet);
        }, spread),
    },
  ],
];

describe.each(readers)('%s', (_, options) => {
  test.each(screenStatePaths)('nothing is lost %s', async (_, road) => {
    const phone = await phones.open(options);
    const found: Record<string, string[]> = {};
    await road(phone, async (stop) => {
      await finishAnimations(phone.page);
      const faults = [
        ...(await layoutProblems(phone.page)),
        ...(await unreachableControls(phone.page)),
      ];
      if (faults.length > 0) found[stop] = faults;
    });
    expect(found).toEqual({});
  });
});
