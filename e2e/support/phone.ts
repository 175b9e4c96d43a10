// A browser context as a shopper's phone, which records errors that a good page never has.
import { randomInt } from 'node:crypto';
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { productUrl } from './product-url.ts';

export type PhoneOptions = BrowserContextOptions & {
  origin?: string;
  before?: (page: Page) => Promise<unknown>;
};

/** The spec's shopper: a small phone in India. */
const handset: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
};

const timeoutMs = 120_000;

export class Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origin: string;
  readonly #errors: string[] = [];
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
    await context.addInitScript(logViolations);
    const phone = new Phone(context, await context.newPage(), origin);
    phone.#watch();
    await before?.(phone.page);
    return phone;
  }

  /** Ignores errors that match. Each is one line: its kind, its text and its address. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  newTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** @returns the errors that no test allowed */
  async close(): Promise<string[]> {
    await this.context.close();
    return this.#errors.filter((error) => !this.#allowed.some((pattern) => pattern.test(error)));
  }

  #watch(): void {
    const { context, origin } = this;
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#errors.push(`uncaught: ${String(error.error())}`));
    context.on('request', (request) => {
      const { protocol, origin: to } = new URL(request.url());
      if (to !== origin && !['data:', 'blob:'].includes(protocol)) {
        this.#errors.push(`foreign host: ${request.url()}`);
      }
    });
    context.on('response', (response) => {
      if (response.status() >= 500) {
        this.#errors.push(`server error: ${response.status()} ${response.url()}`);
      }
    });
  }
}

/** In the page: logs violations of the Content-Security-Policy as console errors. */
function logViolations(): void {
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      // Recorded by the phone.
      console.error(`policy violated: ${effectiveDirective} ${blockedURI}`);
    },
    { capture: true },
  );
}

/** One browser per test file; `open` returns a new phone, whose errors fail the test. */
export function usePhones(common: PhoneOptions = {}, launch = launchChromium) {
  let browser: Browser | undefined;
  const phones: Phone[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    const errors = await Promise.all(phones.splice(0).map((phone) => phone.close()));
    if (errors.flat().length > 0) {
      throw new Error(`Failed by what the phone saw: ${errors.flat().join('; ')}.`);
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

/** Drawn at random: test files run at the same time, and no two shoppers may share a number. */
export function newMobile(): string {
  return `${randomInt(6, 10)}${String(randomInt(10 ** 9)).padStart(9, '0')}`;
}
