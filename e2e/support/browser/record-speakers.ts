import type { Page } from 'playwright-core';

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
