import type { Page } from 'playwright-core';

/**
 * Holds back all scripts. Those still held when the page closes end with it.
 * @returns a function that releases them
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  page.once('close', () => resolve());
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return resolve;
}
