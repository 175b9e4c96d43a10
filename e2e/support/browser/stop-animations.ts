import type { Page } from 'playwright-core';

/**
 * None goes on by itself: a busy machine would miss animations of 400 ms. Tests finish them. One
 * that is only slow is still painted 60 times a second.
 */
export async function stopAnimations(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
}
