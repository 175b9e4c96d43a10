import type { Locator, Page } from 'playwright-core';

/** @param at the page, or the dialog whose switch is pressed */
export async function chooseLanguage(at: Page | Locator, name: string): Promise<void> {
  const page = 'goto' in at ? at : at.page();
  // The switch of the first paint has no effect yet.
  const within = 'goto' in at ? page.locator('#root .page-header') : at;
  await within.locator('button[aria-haspopup="dialog"]').click();
  const choice = page.getByRole('dialog').getByRole('button', { name, exact: true });
  await choice.click();
  await choice.waitFor({ state: 'detached' });
}
