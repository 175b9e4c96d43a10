// A campaign is edited in a browser, before its commitment.
import {
  isWiderThanScreen,
  openPage,
  openSection,
  overview,
} from '@inaam/e2e/console/console-pages.ts';
import { usePhones, type Phone } from '@inaam/e2e/support/browser/phone.ts';
import { axeViolationsInBothSchemes } from '@inaam/e2e/support/checks/visual-checks.ts';
import { uncommittedConsole } from '@inaam/testing/demonstration/temporary-console.ts';
import { testDatabase } from '@inaam/testing/setup/cluster/test-database.ts';
import { expect, onTestFinished, test } from 'vitest';

const phones = usePhones();

/** A console of a campaign whose draw nobody has committed to. It stops after the test. */
async function openUncommitted(): Promise<Phone> {
  const clone = await testDatabase();
  const { link, stop } = await uncommittedConsole(clone.url, 'tea-demo');
  onTestFinished(async () => {
    await stop();
    await clone.drop();
  });
  const viewport = { width: 1280, height: 800 };
  const phone = await phones.open({ origin: new URL(link).origin, viewport });
  await phone.page.goto(link);
  await overview.title(phone.page).waitFor();
  return phone;
}

test('a prize text is edited beside its preview, saved in six clicks, and still there after a reload', async () => {
  const { page } = await openUncommitted();
  let clicks = 0;
  const click = async (target: { click: () => Promise<void> }) => {
    clicks += 1;
    await target.click();
  };
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
  await click(pages.getByRole('link', { name: 'Campaign' }));
  const sections = page.getByRole('navigation', { name: 'Sections of the campaign' });
  await click(sections.getByRole('link', { name: 'Edit' }));
  await page.frameLocator('iframe[title^="HOME"]').locator('main').waitFor();
  await click(page.getByRole('combobox', { name: 'Part of the site' }));
  await click(page.getByRole('option', { name: 'Reward', exact: true }));
  const thanks = page.getByRole('textbox', { name: /^Thanks(?: Changed)?$/ });
  await click(thanks);
  const status = page.getByRole('status').filter({ hasText: 'saved' });
  await thanks.fill('A fine cup {nobody}');
  await page.getByText(/^Write a text, with no other placeholder than/).waitFor();
  await status.getByText('1 fault').waitFor();
  await thanks.fill('A fine cup, and thank you');
  const shown = page.frameLocator('iframe[title^="Reward, "]');
  await shown.getByText('A fine cup, and thank you').first().waitFor();
  expect(await axeViolationsInBothSchemes(page)).toEqual([]);
  // Typed while the draft is saved.
  const saving = Promise.withResolvers<void>();
  const typed = Promise.withResolvers<void>();
  await page.route('**/campaign/draft/save', async (route) => {
    saving.resolve();
    await typed.promise;
    await route.continue();
  });
  await click(page.getByRole('button', { name: 'Save draft' }));
  await saving.promise;
  await thanks.fill('Another cup');
  typed.resolve();
  await status.getByText(/^1 change not saved.* by Demo/).waitFor();
  expect(await thanks.inputValue()).toBe('Another cup');
  await thanks.fill('A fine cup, and thank you');
  await status.getByText(/^All changes saved.* by Demo/).waitFor();
  expect(clicks).toBeLessThanOrEqual(6);

  await page.reload();
  await page.getByRole('searchbox', { name: 'Find a text' }).fill('reward.thanks');
  expect(await thanks.inputValue()).toBe('A fine cup, and thank you');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(() => isWiderThanScreen(page)).toBe(false);
});

test(
  'what is typed is kept on other pages, where its count is shown, and a reload asks first',
  { tags: ['long'] },
  async () => {
    const { page } = await openUncommitted();
    await openPage(page, 'Campaign');
    await openSection(page, 'Edit');
    const sought = page.getByRole('searchbox', { name: 'Find a text' });
    await sought.fill('reward.thanks');
    const thanks = page.getByRole('textbox', { name: /^Thanks(?: Changed)?$/ });
    await thanks.fill('A fine cup');
    const sections = page.getByRole('navigation', { name: 'Sections of the campaign' });
    await sections.getByText('Edit (1 unsaved)').waitFor();
    await openPage(page, 'Overview');
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await openPage(page, 'Campaign');
    await sections.getByRole('link', { name: /^Edit/ }).click();
    await sought.fill('reward.thanks');
    expect(await thanks.inputValue()).toBe('A fine cup');
  },
);
