// A phone's photo on HOME: chosen, seen, and approved by a second manager.
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { campaignsFolder, loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { openAsRoles } from '@inaam/demo/database/commit-campaign.ts';
import { startConsole } from '@inaam/demo/programs/start-console.ts';
import { newSecrets } from '@inaam/demo/stored-state.ts';
import { desktop, enter, openPage, openSection } from '@inaam/e2e/console/console-pages.ts';
import type { Page } from 'playwright-core';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { openTestDatabase, testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { expect, onTestFinished, test } from 'vitest';

const phones = usePhones();
const id = 'tea-demo';

/** A console of a campaign whose draw nobody has committed to. It stops after the test. */
async function openUncommitted() {
  const clone = await testDatabase();
  const campaign = await loadCampaign(id);
  const secrets = newSecrets();
  const { loader, end } = openAsRoles(clone.url);
  const stops: (() => unknown)[] = [];
  const clocks = { wall: Date.now, campaign: () => Date.parse('2026-01-05T06:00:00Z') };
  const keys = allKeysOf(secrets, id);
  const link = await startConsole(
    { url: clone.url, secrets, loader, port: randomInt(7000, 9600), campaign, clocks, keys },
    { add: (_, stop) => void stops.push(stop) },
  );
  onTestFinished(async () => {
    for (const one of stops.toReversed()) await one();
    await end();
    await clone.drop();
  });
  return { link, url: clone.url, database: loader };
}

/** Held sideways, so that the file lies on its side, and with the place where it was taken. */
const photo = async () =>
  sharp({ create: { width: 1500, height: 2000, channels: 3, background: '#0a7a3a' } })
    .rotate(-90)
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test('a phone’s photo is on HOME of a draft, upright and without its place, until a second manager approves it', async () => {
  const { link, url, database } = await openUncommitted();
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

  const other = await phones.open({ origin: phone.origin, ...desktop, isAlone: true });
  const token = newToken();
  const at = Date.now();
  const ravi = await openAccount(database, { campaign: id, name: 'Ravi', role: 'manager', at });
  const sessions = openTestDatabase(url, 1, 'inaam_console');
  onTestFinished(() => sessions.end());
  await writeSession(sessions, { tokenHash: hashOf(token), account: ravi.id, at });
  await other.context.addCookies([{ name: 'inaam-console', value: token, url: phone.origin }]);
  await other.page.goto(`${phone.origin}/campaign/edit`);
  await other.page.getByRole('button', { name: 'Approve' }).click();
  await other.page.getByText('Approved by Ravi', { exact: true }).waitFor();
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
