import type { Page } from 'playwright-core';

const attemptsMax = 10;

/** Stops the page's clock, at most a second ahead. The clock must have been installed. */
export async function pauseClock(page: Page): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const soon = (await page.evaluate(() => Date.now())) + 1000;
    try {
      await page.clock.pauseAt(soon);
      return;
    } catch (error) {
      // On a busy machine the second may pass before the call, and Playwright refuses.
      if (attempt === attemptsMax || !String(error).includes('past')) throw error;
    }
  }
}
