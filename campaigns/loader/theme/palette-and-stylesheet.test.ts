import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from '../../validation/contrast.ts';
import { darkPalette, lightPalette } from './palette.ts';
import { loadCampaign } from '../load-campaign.ts';
import { textColourPairs, themeStylesheet } from './theme-stylesheet.ts';

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

const biscuit = await loadCampaign('biscuit-2025');

test('[CAM-5] the style sheet has a property for each colour and picture, and nothing else', () => {
  const sheet = themeStylesheet(biscuit);
  const { colours } = biscuit.theme;
  expect(sheet).toMatch(
    /^:root\{(?:--[a-z\d-]+:(?:#[\da-f]{6}(?:[\da-f]{2})?|[\d.]+(?:%|px)(?: \d+(?:%|px))?|-?\d+deg|url\((?:\/art\/[\w-]+\.svg|"data:image\/svg\+xml,[^"]*")\));?)+\}@media \(prefers-color-scheme:dark\)\{:root\{(?:--[a-z\d-]+:#[\da-f]{6}(?:[\da-f]{2})?;?)+\}\}\n$/,
  );
  expect(sheet).toContain(`--brand-ink:${colours.brandInk}`);
  expect(sheet).toContain(`--shade:${colours.shade}`);
  expect(sheet).toContain(`--wheel-2:${colours.wheel[2]}`);
  expect(sheet).toContain(`--trim-rim:${colours.trim.rim}`);
  expect(sheet).toContain(`--art-character:url(${biscuit.art.character})`);
  expect(sheet).toContain('--amount-x:81.94%;--amount-y:62.69%;--amount-turn:0deg');
  expect(sheet).toContain('--round-card:20px;');
  const inTheDark = sheet.slice(sheet.indexOf('@media'));
  expect(inTheDark).toContain(`--paper:${darkPalette(colours).paper}`);
  expect(inTheDark).not.toContain('--brand:');
});

test('[CAM-5] a picture of 1500 bytes is inlined, one of 1501 is linked', () => {
  const { emblem } = biscuit.art;
  const drawnIn = (bytes: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" fill="#c00">`.padEnd(bytes - 6) + '</svg>';
    return themeStylesheet({ ...biscuit, pictures: new Map([[emblem, svg]]) });
  };
  const own = "%3Csvg xmlns='http://www.w3.org/2000/svg' fill='%23c00'%3E";
  expect(drawnIn(1500)).toContain(`--art-emblem:url("data:image/svg+xml,${own} %3C/svg%3E")`);
  expect(drawnIn(1501)).toContain(`--art-emblem:url(${emblem})`);
});

test('[CAM-5] the kit sets the corners, and where the amount is in the drawing of its layout', () => {
  const { kit } = biscuit.theme;
  const sheetOf = (own: Partial<typeof kit>) =>
    themeStylesheet({ ...biscuit, theme: { ...biscuit.theme, kit: { ...kit, ...own } } });
  expect(sheetOf({ corners: 'leaf' })).toContain('--round-card:30px 5px;');
  expect(sheetOf({ hero: { layout: 'banner' } })).not.toContain('--amount');
  const amount = { x: 360, y: 220, turn: -8 };
  expect(sheetOf({ hero: { layout: 'poster', amount } })).toContain(
    '--amount-x:50.00%;--amount-y:50.00%;--amount-turn:-8deg',
  );
});

test('[CAM-5] two campaigns look different by their data alone', async () => {
  expect(themeStylesheet(await loadCampaign('tea-demo'))).not.toBe(themeStylesheet(biscuit));
});

test('each text colour is checked on its backgrounds', () => {
  const pairs = textColourPairs(biscuit.theme.colours);
  const texts = new Set(pairs.map(({ path }) => path[0]));
  // Text colours in the dark scheme are made from the last two.
  const names = Object.keys(biscuit.theme.colours);
  const isText = (name: string) => /^(?:ink|quiet|brand|fault)$|Ink$/.test(name);
  expect(texts).toEqual(new Set(['paper', ...names.filter(isText), 'accent']));
  expect(
    pairs.filter(({ text }) => text === biscuit.theme.colours.wheelInk).length,
  ).toBeGreaterThan(biscuit.outcomes.length);
});
