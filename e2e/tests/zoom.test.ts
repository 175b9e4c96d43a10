/** @module-tag long */
// At 200 % zoom on a small phone, with WCAG's text spacing (1.4.4, 1.4.10, 1.4.12), and on a wide
// screen: nothing is cut off or overlaps, and every control can be reached.
import { describe, expect, test } from 'vitest';
import {
  layoutProblems,
  finishAnimations,
  unreachableControls,
} from '../support/checks/visual-checks.ts';
import { usePhones, withMotion, type PhoneOptions } from '../support/browser/phone.ts';
import { screenStatePaths } from '../support/screen-states.ts';

const phones = usePhones(withMotion);

/** The text spacing of WCAG 1.4.12. */
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
  test.each(screenStatePaths)('loses nothing: %s', async (_, visit) => {
    const phone = await phones.open(options);
    const found: Record<string, string[]> = {};
    await visit(phone, async (stop) => {
      await finishAnimations(phone.page);
      const problems = [
        ...(await layoutProblems(phone.page)),
        ...(await unreachableControls(phone.page)),
      ];
      if (problems.length > 0) found[stop] = problems;
    });
    expect(found).toEqual({});
  });
});
