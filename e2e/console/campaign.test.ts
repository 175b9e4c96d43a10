// The campaign's page in a browser: a fault and its remedy, a screen in Hindi, an SMS, a pause.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  temporaryConsole,
  type TemporaryConsole,
} from '@inaam/demo/temporary/temporary-console.ts';
import { startPostgres, type EmbeddedPostgres } from '@inaam/runtime/postgres.ts';
import { openTestDatabase } from '@inaam/testing/setup/cluster/open-test-database.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compose, growing, shownIn } from '../support/browser/input-method.ts';
import { usePhones, type Phone } from '../support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '../support/checks/visual-checks.ts';
import { isWiderThanScreen, openPage, openSection, preview, overview } from './console-pages.ts';

const phones = usePhones();
let dataFolder: string;
let postgres: EmbeddedPostgres;
let product: TemporaryConsole;
beforeAll(async () => {
  // Durable, because the checklist would rightly refuse anything else.
  dataFolder = await mkdtemp(path.join(tmpdir(), 'inaam-campaign-'));
  postgres = await startPostgres({ dataFolder });
  product = await temporaryConsole(postgres.url, { shoppers: 40, days: 2 });
});
afterAll(async () => {
  await product.stop();
  await postgres.discard();
  await rm(dataFolder, { recursive: true, force: true });
});

async function openCampaign(section = 'Status'): Promise<Phone> {
  const phone = await phones.open({ origin: product.origin });
  const { page } = phone;
  await page.goto(product.link);
  await overview.title(page).waitFor();
  await openPage(page, 'Campaign');
  await openSection(page, section);
  return phone;
}

test('a manager sees a fault and its remedy, and pauses with a reason and the campaign’s id', async () => {
  const phone = await openCampaign();
  const { page } = phone;
  const verdicts = page.getByRole('list', { name: 'Is all well?' });
  await verdicts.getByText(/^The campaign is running/).waitFor();
  const database = openTestDatabase(postgres.url, 1);
  await database.query('revoke select (amount) on inaam.voucher from inaam_serve');
  await database.end();
  const checklist = page.getByRole('region', { name: 'Checklist' });
  await checklist.getByRole('button', { name: 'Check now' }).click();
  const line = checklist.getByRole('listitem').filter({ hasText: 'Roles' });
  await line.getByText('Fault').waitFor();
  expect(await line.textContent()).toContain('npx inaam migrate');
  await verdicts.getByText(/faults?: .*roles/).waitFor();
  expect(await isWiderThanScreen(page)).toBe(false);
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);

  await openSection(page, 'Pause');
  await page.getByRole('button', { name: 'Pause the campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pause the campaign' });
  const confirm = dialog.getByRole('button', { name: 'Pause the campaign' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The issuer is down');
  await dialog.getByRole('textbox', { name: "The campaign's id" }).fill('tea-demo');
  await confirm.click();
  await dialog.getByText('Type biscuit-2025.').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: "The campaign's id" }).fill('biscuit-2025');
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resume the campaign' }).waitFor();
  await openSection(page, 'Status');
  await verdicts.getByText('The campaign has been paused since').waitFor();
});

test('a number is taken as an input method composes it, and the caret stays where it is edited', async () => {
  const { page } = await openCampaign('Changes');
  const blocks = page.getByRole('textbox', { name: 'Blocks of the deck' });
  for (const [typed, taken] of [
    ['12345', '12345|'],
    ['१२३', '123|'],
    ['12,345 ', '12345|'],
  ] as const) {
    await blocks.fill('');
    await blocks.press('Control+A');
    await compose(blocks, growing(typed));
    expect(await shownIn(blocks), typed).toBe(taken);
  }
  for (const key of ['Home', 'ArrowRight', '-', '9']) await blocks.press(key);
  expect(await shownIn(blocks)).toBe('19|2345');
  await blocks.fill('123456789');
  for (const key of ['Home', 'ArrowRight', '0']) await blocks.press(key);
  expect(await shownIn(blocks)).toBe('1|23456789');
});

async function openPreviewInHindiAndDark(): Promise<Phone> {
  const phone = await openCampaign('Preview');
  await preview.choose(phone.page, 'Language', 'Hindi');
  await phone.page.getByText('Dark', { exact: true }).click();
  return phone;
}

async function expectInHindiAndDark(page: Page, title: string): Promise<void> {
  await preview.choose(page, 'Screen', title);
  const frame = await preview.shown(page, title);
  const inHindi = frame.locator('#root').getByText(/[\u0900-\u097f]/);
  await inHindi.first().waitFor();
  const { language, scheme } = await frame.evaluate(() => ({
    language: document.documentElement.lang,
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }));
  expect({ title, language, scheme }).toEqual({ title, language: 'hi', scheme: 'dark' });
  // What opens in the frame must not take the focus from the list of screens.
  const focused = await page.evaluate(() => document.activeElement?.tagName);
  expect({ title, focused }).not.toEqual({ title, focused: 'IFRAME' });
}

test('a screen can be seen in Hindi and in the dark, in a frame that reaches nothing', async () => {
  const phone = await openPreviewInHindiAndDark();
  const { page } = phone;
  const sent: string[] = [];
  page.on('request', (request) =>
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  await expectInHindiAndDark(page, 'HOME, every field at fault');
  const faults = await preview.shown(page, 'HOME, every field at fault');
  await faults.locator('.character[data-mood=wince]').waitFor();
  // The preview makes no calls.
  await expectInHindiAndDark(page, 'The wheel');
  const wheel = await preview.shown(page, 'The wheel');
  await wheel.locator('.spin-play').click();
  await wheel.locator('.ticket').first().waitFor();
  phone.allow(/policy violated: connect-src .*\/api\/campaign/);
  phone.allow(/api\/campaign.* violates the .*Content Security Policy/);
  const reaches = await wheel.evaluate(async (address) => {
    const call = await fetch(`${address}/api/campaign`, { method: 'POST' }).catch(() => 'refused');
    return { call: typeof call === 'string' ? call : 'answered', origin: self.origin };
  }, product.origin);
  expect(reaches).toEqual({ call: 'refused', origin: 'null' });
  const outside = sent.filter((one) => !/^GET \/(preview|preview-assets|art)\//.test(one));
  expect(outside.filter((one) => !/^POST \/api\/campaign(\/sms)?$/.test(one))).toEqual([]);
});

test('every screen can be seen in Hindi and in the dark', { tags: ['long'] }, async () => {
  const phone = await openPreviewInHindiAndDark();
  // One of the screens shows an error.
  phone.allow(/TypeError/);
  const titles = await preview.titles(phone.page);
  expect(titles.length).toBeGreaterThan(24);
  for (const title of titles) await expectInHindiAndDark(phone.page, title);
});
