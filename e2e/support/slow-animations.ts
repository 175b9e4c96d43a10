import type { Page } from 'playwright-core';

/** At a hundredth of their speed: a busy machine would miss animations of 400 ms. */
export async function slowAnimations(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}
