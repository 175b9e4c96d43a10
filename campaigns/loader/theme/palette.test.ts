import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '../../validation/contrast.ts';
import { darkPalette, lightPalette } from './palette.ts';
import { loadCampaign } from '../load-campaign.ts';

const { colours } = (await loadCampaign('biscuit-2025')).theme;

test('in the light the brand is a form’s button, in the dark the accent is', () => {
  const { brand, brandInk, accent, accentInk } = colours;
  expect(lightPalette(colours)).toMatchObject({ action: brand, actionInk: brandInk });
  expect(darkPalette(colours)).toMatchObject({ brand, action: accent, actionInk: accentInk });
});

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

test('whatever the theme, paper is dark in the dark and every text on it is read in the sun', () => {
  const theme = fc.record({
    paper: colour,
    brand: colour,
    accent: colour,
    fault: colour,
    shade: colour,
  });
  fc.assert(
    fc.property(theme, (own) => {
      const dark = darkPalette({ ...colours, ...own, paper: paleOf(own.paper) });
      const { paper, card, field, still, faultField } = dark;
      expect(contrast(paper, '#ffffff')).toBeGreaterThanOrEqual(16);
      for (const background of [paper, card, field, still]) {
        for (const text of [dark.ink, dark.quiet, dark.brandText, dark.fault]) {
          expect(contrast(text, background)).toBeGreaterThanOrEqual(7);
        }
      }
      expect(contrast(dark.ink, faultField)).toBeGreaterThanOrEqual(7);
    }),
  );
});

/** Paper is pale: text on it has a contrast of 7:1. */
function paleOf(any: string): string {
  return any.replaceAll(/[0-9a-f]{2}/g, (part) =>
    (192 + Math.floor(Number.parseInt(part, 16) / 4)).toString(16),
  );
}
