// The journey in browsers other than the gate's: `npm run drill -- engines`, followed by `firefox`
// or `webkit`.
import { launch } from 'puppeteer-core';
import { randomInt } from 'node:crypto';
import { withTemporaryDemo } from '@inaam/testing/demonstration/temporary-demo.ts';
import { smsInbox } from '../support/product/sms-inbox.ts';
import { Driver, type Engine } from './driver.ts';
import { openWebKit } from './webkit.ts';

// Debian's Firefox by default, over WebDriver BiDi. Never downloads a browser.

/** Starts it headless. @param program path of the executable */
async function openFirefox(program = '/usr/bin/firefox-esr'): Promise<Engine> {
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

const engines = new Map([
  ['firefox', openFirefox],
  ['webkit', openWebKit],
]);
const [engineName = '', program] = process.argv.slice(2);
const openEngine = engines.get(engineName);
if (openEngine === undefined) {
  throw new Error(`Unknown engine "${engineName}". Use firefox or webkit.`);
}
await withTemporaryDemo(async (origin) => {
  const engine = await openEngine(program);
  process.stdout.write(`${engine.name}\n`);
  const failure: unknown = await runJourney(engine, origin).then(
    () => undefined,
    (error: unknown) => error,
  );
  const errors = await engine.close();
  if (failure !== undefined) throw failure;
  if (errors.length > 0)
    throw new Error(`Failed because of errors on the console:\n${errors.join('\n')}`);
  process.stdout.write('  nothing on the console\n');
});

async function runJourney(engine: Engine, origin: string): Promise<void> {
  const hand = new Driver(engine);
  const inbox = smsInbox(
    () => origin,
    () => 'biscuit-2025',
  );
  const mobile = String(randomInt(9_000_000_000, 10_000_000_000));
  const done = (what: string) => process.stdout.write(`  ${what}\n`);

  await engine.open(`${origin}/?utm_source=qrcode`);
  await hand.press('dialog input', 'Yes');
  await hand.press('dialog button', 'Submit');
  done('the scan and the notice');
  await hand.choose('Karnataka');
  await hand.press('button', 'Get OTP');
  await hand.see(/\*Please enter your name/);
  await hand.fill('Name', 'Asha Rao');
  await hand.fill('Mobile Number', mobile);
  await hand.press('input', 'I am 18 or older');
  await hand.press('button', 'Get OTP');
  done('the form, first with faults');
  await hand.fill('OTP', await inbox.readCode(mobile));
  await hand.press('button', 'Verify');
  done('the code');
  await hand.press('button', 'PLAY');
  const won = await hand.see(/You have won Rs\. \d+/);
  await hand.see(/Congratulations!/);
  const { amount } = await inbox.readVoucher(mobile);
  if (!won.endsWith(` ${amount}`)) {
    throw new Error(`Failed to see what was won: "${won}", and the voucher is of Rs. ${amount}.`);
  }
  done(`the wheel and its reward: ${won}`);
  await hand.press('button', 'Menu');
  // For a fixed reward the icon opens the side menu instead.
  if (amount === 3) await engine.open(`${origin}/profile`);
  await hand.see(/Asha Rao/);
  await hand.press('button', 'Terms & Conditions');
  await hand.press('dialog button', 'Close');
  await hand.press('button', 'Logout');
  await hand.see(/Privacy notice/);
  done('the profile, a dialog, and out');
}
