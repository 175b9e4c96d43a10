// A phone that prefers dark pages. Dark contrast is tested in accessibility.test.ts.
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { darkPalette } from '@inaam/campaigns/loader/theme/palette.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { entry, heading } from '../support/page-objects.ts';
import { usePhones } from '../support/browser/phone.ts';

const phones = usePhones({ colorScheme: 'dark' });
const { colours } = (await loadCampaign('biscuit-2025')).theme;
const dark = darkPalette(colours);

/** Of the page, and of the browser's own bar. */
const coloursOf = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
    const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    const bar = bars.find(({ media }) => matchMedia(media).matches)?.content;
    return { backgroundColor, colorScheme, bar };
  });

function paintedIn(paper: string) {
  const parts = (paper.match(/[0-9a-f]{2}/g) ?? []).map((part) => Number.parseInt(part, 16));
  // Chrome auto-darkens only pages without a declared dark scheme.
  const colorScheme = 'light dark';
  return { backgroundColor: `rgb(${parts.join(', ')})`, colorScheme, bar: paper };
}

test('the first paint is dark before any script has run, and turns light with the phone', async () => {
  const phone = await phones.open();
  phone.allow(/ERR_FAILED/);
  const { page } = phone;
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(entry, { waitUntil: 'domcontentloaded' });
  await heading(page, 'There’s a reward in every pack!').waitFor();
  expect(await coloursOf(page)).toEqual(paintedIn(dark.paper));
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await coloursOf(page)).toEqual(paintedIn(colours.paper));
});

test('the page on how the draw is fair is dark too', async () => {
  const { page } = await phones.open();
  await page.goto('/draw/');
  expect(await coloursOf(page)).toEqual(paintedIn(dark.paper));
});
