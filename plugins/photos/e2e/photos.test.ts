// A phone's photo on HOME: chosen, seen and saved.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { campaignsFolder } from '@inaam/campaigns/loader/load-campaign.ts';
import { desktop, enter, openPage, openSection } from '@inaam/e2e/console/console-pages.ts';
import type { Page } from 'playwright-core';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { uncommittedConsole } from '@inaam/testing/demonstration/temporary-console.ts';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { expect, onTestFinished, test } from 'vitest';

const phones = usePhones();
const id = 'tea-demo';

/** Held sideways, so that the file lies on its side, and with the place where it was taken. */
const photo = async () =>
  sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#0a7a3a' } })
    .rotate(-90)
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test('a phone’s photo is on HOME of a draft, upright and without its place', async () => {
  const clone = await testDatabase();
  const { link, stop } = await uncommittedConsole(clone.url, id);
  onTestFinished(async () => {
    await stop();
    await clone.drop();
  });
  const phone = await phones.open({ origin: new URL(link).origin, ...desktop });
  const page = await enter(phone, link);
  await openPage(page, 'Campaign');
  await openSection(page, 'Edit');
  await page.getByRole('radiogroup', { name: 'What to edit' }).getByText('Pictures').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Replace Photo on HOME/ }).click();
  const buffer = await photo();
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('slider', { name: 'Top to bottom' }).press('Home');
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use this part' }).click();
  await dialog.waitFor({ state: 'detached' });
  const made = await shownOnHome(page);
  const { exif, orientation, width, height } = await sharp(made).metadata();
  expect({ exif, orientation, width, height }).toEqual({
    exif: undefined,
    orientation: undefined,
    width: 1080,
    height: 450,
  });
  expect(made.includes('SecretPhone')).toBe(false);
  const { dominant } = await sharp(made).stats();
  expect(dominant.g).toBeGreaterThan(dominant.r + 50);
  await page.getByRole('radiogroup', { name: 'Size' }).getByText('Computer').click();
  expect(await shownOnHome(page)).toEqual(made);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(/^All changes saved/).waitFor();
});

/** The picture that the browser shows there, once it is that of the draft. */
async function shownOnHome(page: Page): Promise<Buffer> {
  const hero = page.frameLocator('iframe[title^="HOME"]').locator('picture img').first();
  const sourceOf = () =>
    hero.evaluate((image: HTMLImageElement) => (image.complete ? image.currentSrc : ''));
  const before = await readFile(path.join(campaignsFolder, id, 'art/hero.avif'), 'base64');
  const prefix = 'data:image/avif;base64,';
  await expect
    .poll(async () => {
      const source = await sourceOf();
      return source.startsWith(prefix) && source !== `${prefix}${before}`;
    })
    .toBe(true);
  return Buffer.from((await sourceOf()).slice(prefix.length), 'base64');
}
