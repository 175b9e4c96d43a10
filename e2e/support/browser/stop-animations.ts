import type { Page } from 'playwright-core';

/**
 * Pauses all, because a busy machine would miss animations of 400 ms; tests finish them. An
 * animation that is only slowed down is still painted 60 times a second.
 */
export async function stopAnimations(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Animation.enable');
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 });
}
