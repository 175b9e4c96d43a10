// Debian's Firefox by default, over WebDriver BiDi. Never downloads a browser.
import { launch } from 'puppeteer-core';
import type { Engine } from './driver.ts';

/** Starts it headless. @param program path of the executable */
export async function openFirefox(program = '/usr/bin/firefox-esr'): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath: program, headless: true });
  const page = await browser.newPage();
  await page.setViewport({ width: 412, height: 915 });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    name: await browser.version(),
    open: async (address) => {
      await page.goto(address);
    },
    read: (body) => page.evaluate(`(() => { ${body} })()`),
    tap: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: async () => {
      await browser.close();
      return errors;
    },
  };
}
