// A correction in the browser: one manager asks, another approves, and the shopper's page has it.
import { randomInt } from 'node:crypto';
import { withCommitment } from '@inaam/campaigns/loader/complete-words.ts';
import { loadCampaign } from '@inaam/campaigns/loader/load-campaign.ts';
import { demoRateLimits } from '@inaam/demo/settings.ts';
import { newSecrets } from '@inaam/demo/stored-state.ts';
import {
  desktop,
  enter,
  isWiderThanScreen,
  openPage,
  openSection,
  overview,
} from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';
import { usePhones } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { openAccount } from '@inaam/server/console/sign-in/accounts.sql.ts';
import { writeSession } from '@inaam/server/console/sign-in/sessions.sql.ts';
import { hashOf, newToken } from '@inaam/server/console/sign-in/tokens.ts';
import { openDatabase } from '@inaam/server/database/database.ts';
import { readCommitment } from '@inaam/server/draw/commitments.sql.ts';
import { buildApp } from '@inaam/server/main/app.ts';
import { followCampaign } from '@inaam/server/main/follow-campaign.ts';
import { allKeysOf } from '@inaam/server/platform/keys.ts';
import { buildWeb } from '@inaam/web/build/build-web.ts';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';

const phones = usePhones();
const product = useFilledConsole({ shoppers: 40, days: 2 });
const id = 'biscuit-2025';

/** A `serve` on the console's database. @returns its origin */
async function startSite(): Promise<string> {
  const database = openDatabase(product().databaseUrl, 2, 'keyLookups', 'inaam_serve');
  const commitment = await readCommitment(database, id);
  const campaign = withCommitment(await loadCampaign(id), commitment?.hash ?? '');
  const silent = { info: () => undefined, error: () => undefined };
  const { stop, ...followed } = await followCampaign(database, campaign, silent);
  const { folder: site } = await buildWeb();
  const app = await buildApp({
    database,
    campaign,
    ...followed,
    clocks: { wall: Date.now, campaign: () => Date.parse('2025-07-01T06:00:00Z') },
    keys: allKeysOf(newSecrets(), id),
    rateLimits: demoRateLimits,
    readCards: () => Promise.reject(new Error('Nobody spins here.')),
    answerEncoding: 'object',
    isSecure: false,
    site,
  });
  onTestFinished(async () => {
    stop();
    await app.close();
    await database.end();
  });
  return app.listen({ host: 'localhost', port: randomInt(7000, 9600) });
}

/** Of another manager. */
async function signInAs(page: Page, name: string): Promise<void> {
  const owner = openDatabase(product().databaseUrl, 1);
  const made = { campaign: id, name, role: 'manager', at: Date.now() } as const;
  const { id: account } = await openAccount(owner, made);
  const token = newToken();
  await writeSession(owner, { tokenHash: hashOf(token), account, at: Date.now() });
  await owner.end();
  await page.context().addCookies([{ name: 'inaam-console', value: token, url: product().origin }]);
  await page.goto(product().origin);
  await overview.title(page).waitFor();
}

async function openCorrections(page: Page): Promise<void> {
  await openPage(page, 'Campaign');
  await openSection(page, 'Corrections');
}

const drawing = (viewBox: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><circle cx="48" cy="48" r="40" fill="#123456"/></svg>`;

test('a sentence, a contact and a picture are corrected by one and approved by another, and shoppers see them', async () => {
  const site = await startSite();
  const { page } = await phones.open({ origin: product().origin, isAlone: true, ...desktop });
  await enter({ page }, product().link);
  await openCorrections(page);
  await page.getByRole('searchbox', { name: /^Type a few words/ }).fill('Enjoy your biscuits');
  const sentence = page.getByRole('textbox', { name: 'English: reward, thanks' });
  await sentence.fill('Enjoy your fresh biscuits!');
  await page.getByText('Contacts', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('1800 111 2222');
  await page.getByText('Pictures', { exact: true }).click();
  const old = await page.getByRole('img', { name: 'Picture: emblem' }).getAttribute('src');
  const [, viewBox = ''] = /viewBox="([^"]+)"/.exec(decodeURIComponent(old ?? '')) ?? [];
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Replace Picture: emblem' }).click();
  const buffer = Buffer.from(drawing(viewBox));
  await (await chosen).setFiles({ name: 'emblem.svg', mimeType: 'image/svg+xml', buffer });
  await page.getByText('3 changes to ask for').waitFor();
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('Say what is wrong, in a few words.').waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  // Another page of the console keeps what was typed.
  await openPage(page, 'Overview');
  await openCorrections(page);
  await page.getByRole('textbox', { name: 'What is wrong' }).fill('The help line has a new number');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('Another manager must approve it.').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);

  const { page: second } = await phones.open({ origin: product().origin, isAlone: true });
  await signInAs(second, 'Ravi');
  await openCorrections(second);
  await second.getByRole('heading', { name: '1. The help line has a new number' }).waitFor();
  await second.getByText('Everybody is asked for consent again').waitFor();
  expect(await isWiderThanScreen(second)).toBe(false);
  expect(await axeViolationsInBothSchemes(second)).toEqual([]);
  await second.getByRole('button', { name: 'Approve' }).click();
  await second.getByText(/^Asked by Demo.* Approved by Ravi/).waitFor();

  const { page: shopper } = await phones.open({ origin: site, isAlone: true });
  await expect
    .poll(async () => (await shopper.request.get(`${site}/?utm_source=qrcode`)).text())
    .toContain('1800 111 2222');
  const violations: string[] = [];
  shopper.on('console', (line) => void (line.type() === 'error' && violations.push(line.text())));
  await shopper.goto(`${site}/terms/?language=en`);
  await shopper.getByText('1800 111 2222').first().waitFor();
  await shopper.goto(`${site}/?utm_source=qrcode`);
  const words = await (await shopper.request.get(`${site}/words/en.json`)).text();
  expect(words).toContain('Enjoy your fresh biscuits!');
  const icon = await shopper.locator('link[rel="icon"]').getAttribute('href');
  expect(await (await shopper.request.get(`${site}${icon}`)).text()).toBe(drawing(viewBox));
  expect(violations.filter((line) => line.includes('Content Security Policy'))).toEqual([]);
  const versions = second.getByRole('list', { name: 'Versions of documents' });
  await second.reload();
  await versions.getByRole('button', { name: 'Read' }).first().click();
  await second
    .getByRole('dialog')
    .getByText(/^[\da-f]{64}$/)
    .waitFor();
  expect(await axeViolationsInBothSchemes(second)).toEqual([]);
});
