import type { Page } from 'playwright-core';

/** Of the site, but without the app, which would store its own session beside the test's. */
export async function openBlankPage(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  await page.unroute('**/blank');
}
