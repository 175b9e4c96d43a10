// A browser context as a shopper's phone, which records errors that a good page never has.
import { randomInt } from 'node:crypto';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  ConsoleMessage,
  Page,
  Request,
  Response,
  WebError,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closeOtherSites, leaseContext, workerBrowser, type Lease } from './context-pool.ts';
import { productUrl } from './product-url.ts';

export type PhoneOptions = BrowserContextOptions & {
  origin?: string;
  before?: (page: Page) => Promise<unknown>;
};

/**
 * The spec's shopper: a small phone in India. Without motion, which is a third of what a journey
 * costs: tests of motion ask for it. With one pixel to paint for each CSS pixel, not four: tests of
 * sharpness ask for their densities.
 */
const handset: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
};

export const withMotion: PhoneOptions = { reducedMotion: 'no-preference' };

const timeoutMs = 120_000;

export class Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origin: string;
  readonly #end: () => Promise<void>;
  readonly #errors: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #stopWatching: () => void;

  private constructor({ context, end }: Lease, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.#end = end;
    this.#stopWatching = this.#watch();
  }

  static async open(browser: Browser, options: PhoneOptions): Promise<Phone> {
    const { origin, before, contextOptions } = split(options);
    const context = await browser.newContext(contextOptions);
    await prepare(context);
    const page = await context.newPage();
    const phone = new Phone({ context, end: () => context.close() }, page, origin);
    await before?.(page);
    return phone;
  }

  /** With an emptied context, at a lower cost. Only a tab is new: `before` needs a new context. */
  static async openPooled(options: Omit<PhoneOptions, 'before'>): Promise<Phone> {
    const { origin, contextOptions } = split(options);
    const lease = await leaseContext(contextOptions, prepare);
    return new Phone(lease, await lease.context.newPage(), origin);
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
    await this.#end();
    this.#stopWatching();
    return this.#errors.filter((error) => !this.#allowed.some((pattern) => pattern.test(error)));
  }

  #watch(): () => void {
    const { context, origin } = this;
    const onConsole = (message: ConsoleMessage) => {
      if (!['error', 'warning'].includes(message.type())) return;
      this.#errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    };
    const onError = (error: WebError) => this.#errors.push(`uncaught: ${String(error.error())}`);
    const onRequest = (request: Request) => {
      const { protocol, origin: to } = new URL(request.url());
      if (to !== origin && !['data:', 'blob:'].includes(protocol)) {
        this.#errors.push(`foreign host: ${request.url()}`);
      }
    };
    const onResponse = (response: Response) => {
      if (response.status() >= 500) {
        this.#errors.push(`server error: ${response.status()} ${response.url()}`);
      }
    };
    context.on('console', onConsole).on('weberror', onError);
    context.on('request', onRequest).on('response', onResponse);
    return () => {
      context.off('console', onConsole).off('weberror', onError);
      context.off('request', onRequest).off('response', onResponse);
    };
  }
}

function split({ origin = productUrl(), before, ...others }: PhoneOptions) {
  return { origin, before, contextOptions: { ...handset, baseURL: origin, ...others } };
}

async function prepare(context: BrowserContext): Promise<void> {
  context.setDefaultTimeout(timeoutMs);
  await context.addInitScript(logViolations);
}

/** In the page: logs violations of the Content-Security-Policy as console errors. */
function logViolations(): void {
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      console.error(`policy violated: ${effectiveDirective} ${blockedURI}`);
    },
    { capture: true },
  );
}

/**
 * `open` returns a phone on which nothing is stored, and whose errors fail the test.
 * @param launch for a browser of the test file's own
 */
export function usePhones(common: PhoneOptions = {}, launch?: () => Promise<Browser>) {
  let own: Browser | undefined;
  const phones: Phone[] = [];
  beforeAll(async () => {
    own = await launch?.();
  });
  afterEach(async () => {
    const errors = await Promise.all(phones.splice(0).map((phone) => phone.close()));
    if (errors.flat().length > 0) {
      throw new Error(`Failed by what the phone saw: ${errors.flat().join('; ')}.`);
    }
  });
  afterAll(async () => {
    await (own ? own.close() : closeOtherSites(productUrl()));
  });
  return {
    open: async (options: PhoneOptions = {}): Promise<Phone> => {
      const all = { ...common, ...options };
      const needsNew = own !== undefined || all.before !== undefined;
      const phone = needsNew
        ? await Phone.open(own ?? (await workerBrowser()), all)
        : await Phone.openPooled(all);
      phones.push(phone);
      return phone;
    },
  };
}

/** Drawn at random: test files run at the same time, and no two shoppers may share a number. */
export function newMobile(): string {
  return `${randomInt(6, 10)}${String(randomInt(10 ** 9)).padStart(9, '0')}`;
}
