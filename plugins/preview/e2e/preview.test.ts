// The screens of the site in the console, in Hindi and in the dark.
import { expect, test } from 'vitest';
import { openPage, openSection, overview, preview } from '@inaam/e2e/console/console-pages.ts';
import { useFilledConsole } from '@inaam/e2e/console/filled-console.ts';
import { usePhones, type Phone } from '@inaam/e2e/support/browser/phone.ts';

const phones = usePhones();
const filled = useFilledConsole({ shoppers: 40, days: 2 });

async function openPreviewInHindiAndDark(): Promise<Phone> {
  const phone = await phones.open({ origin: filled().origin });
  await phone.page.goto(filled().link);
  await overview.title(phone.page).waitFor();
  await openPage(phone.page, 'Campaign');
  await openSection(phone.page, 'Preview');
  await preview.choose(phone.page, 'Language', 'Hindi');
  await phone.page.getByText('Dark', { exact: true }).click();
  return phone;
}

async function expectInHindiAndDark({ page }: Phone, title: string): Promise<void> {
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

test('every screen can be seen in Hindi and in the dark', { tags: ['long'] }, async () => {
  const phone = await openPreviewInHindiAndDark();
  // One of the screens shows an error.
  phone.allow(/TypeError/);
  const titles = await preview.titles(phone.page);
  expect(titles.length).toBeGreaterThan(24);
  for (const title of titles) await expectInHindiAndDark(phone, title);
});
