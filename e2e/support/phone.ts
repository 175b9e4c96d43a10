// A browser context as a shopper's phone, which records whatever a good page never does.
import { randomInt } from 'node:crypto';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { productUrl } from './product-url.ts';

export type PhoneOptions = BrowserContextOptions & {
  /** Origin of the product as this phone reaches it. */
  origin?: string;
  /** Runs before anything is loaded. */
  before?: (page: Page) => Promise<unknown>;
};

/** As the spec's shopper holds it: a small phone of India. */
const handset: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
};

/** Ends what hangs. */
const timeoutMs = 60_000;

export class Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origin: string;
  readonly #faults: string[] = [];
  readonly #allowed: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
  }

  static async open(browser: Browser, options: PhoneOptions): Promise<Phone> {
    const { origin = productUrl(), before, ...others } = options;
    const context = await browser.newContext({ ...handset, baseURL: origin, ...others });
    context.setDefaultTimeout(timeoutMs);
    await context.addInitScript(sayViolations);
    const phone = new Phone(context, await context.newPage(), origin);
    phone.#watch();
    await before?.(phone.page);
    return phone;
  }

  /** Lets faults that match pass. Each is one line: its kind, its text and its address. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** A second tab on the same phone. */
  newTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** Switches it off. @returns what it saw and no test allowed. */
  async close(): Promise<string[]> {
    await this.context.close();
    return this.#faults.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }

  #watch(): void {
    const { context, origin } = this;
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#faults.push(`uncaught: ${String(error.error())}`));
    context.on('request', (request) => {
      const { protocol, origin: to } = new URL(request.url());
      if (to !== origin && !['data:', 'blob:'].includes(protocol)) {
        this.#faults.push(`foreign host: ${request.url()}`);
      }
    });
    context.on('response', (response) => {
      if (response.status() >= 500) {
        this.#faults.push(`server error: ${response.status()} ${response.url()}`);
      }
    });
  }
}

/** In the page: a violation of the Content-Security-Policy is an error on the console, which the phone counts. */
function sayViolations(): void {
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      // The phone listens to it.
      console.error(`policy violated: ${effectiveDirective} ${blockedURI}`);
    },
    { capture: true },
  );
}

/** One browser for the test file; `open` gives a new phone, which ends with the test and may fail it. */
export function usePhones(common: PhoneOptions = {}, launch = launchChromium) {
  let browser: Browser | undefined;
  const phones: Phone[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    const faults = await Promise.all(phones.splice(0).map((phone) => phone.close()));
    if (faults.flat().length > 0) {
      throw new Error(`Failed by what the phone saw: ${faults.flat().join('; ')}.`);
    }
  });
  afterAll(() => browser?.close());
  return {
    open: async (options: PhoneOptions = {}): Promise<Phone> => {
      if (browser === undefined) throw new Error('Failed to open a phone: call this in a test.');
      const phone = await Phone.open(browser, { ...common, ...options });
      phones.push(phone);
      return phone;
    },
  };
}

/** A mobile number that no other shopper of this run has: files run at the same time, so it is drawn. */
export function newMobile(): string {
  return `${randomInt(6, 10)}${String(randomInt(10 ** 9)).padStart(9, '0')}`;
}
