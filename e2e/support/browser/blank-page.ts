import type { Page } from 'playwright-core';

/** On the site, but without the app, which would store its session beside the test's. */
export async function openBlankPage(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  await page.unroute('**/blank');
}
