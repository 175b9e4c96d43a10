// The page's time: its animations and its clock.
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

/** Before the page is loaded. @returns the states of its audio contexts, in order */
export async function recordSpeakers(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const opened: AudioContext[] = [];
    const construct = (target: typeof AudioContext, options: []) => {
      const context = new target(...options);
      opened.push(context);
      return context;
    };
    Reflect.set(window, 'AudioContext', new Proxy(AudioContext, { construct }));
    Reflect.set(window, 'speakerStates', () => opened.map(({ state }) => state));
  });
  return () => page.evaluate('speakerStates()');
}

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
