// `npm run pictures`, with `npm start` running: takes the README's pictures at phone size and
// stores them in docs/pictures/.
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import { usePhoneTypeface } from './support/browser/phone-typeface.ts';

const [origin = 'http://localhost:3000'] = process.argv.slice(2);
const folder = path.resolve(import.meta.dirname, '../docs/pictures');
const messages = z.array(z.object({ text: z.string() }));
const patienceMs = 60_000;

const browser = await launchChromium();
const context = await browser.newContext({
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  isMobile: true,
});
context.setDefaultTimeout(patienceMs);
await usePhoneTypeface(context);
try {
  const page = await context.newPage();
  const mobile = String(randomInt(9_000_000_000, 10_000_000_000));
  await page.goto(`${origin}/?utm_source=qrcode`);
  await page.getByRole('checkbox', { name: 'Yes' }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.hero-image img').waitFor();
  await takePicture(page, 'home');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha Rao');
  await page.getByRole('textbox', { name: 'Mobile Number' }).fill(mobile);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Karnataka');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Get OTP' }).click();
  await page.getByRole('textbox', { name: 'OTP' }).fill(await codeFor(mobile));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'PLAY' }).waitFor();
  await takePicture(page, 'wheel');
  await page.getByRole('button', { name: 'PLAY' }).click();
  await page.waitForURL(/reward|congrats/);
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await takePicture(page, 'reward');
  const phone = await context.newPage();
  await phone.goto(`${origin}/demo/phone#${mobile}`);
  await phone.getByText('gift voucher').waitFor();
  await takePicture(phone, 'sms');
} finally {
  await browser.close();
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

async function codeFor(mobile: string): Promise<string> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const response = await fetch(`${origin}/demo/messages?to=${mobile}`);
    const [newest] = messages.parse(await response.json());
    const [, code] = /^(\d{6}) is your OTP/.exec(newest?.text ?? '') ?? [];
    if (code !== undefined) return code;
  }
  throw new Error(
    'Failed to make the pictures: no code came. Is this the demonstration of `npm start`?',
  );
}
