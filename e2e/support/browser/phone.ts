// A browser context that imitates a shopper's phone and records errors that a good page never has.
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
import { productUrl } from '../product/product-url.ts';

/** Options of a tab: phones that differ only in these share contexts. */
type OfTab = 'viewport' | 'reducedMotion' | 'colorScheme' | 'forcedColors' | 'contrast';
type Look = { readonly [Name in OfTab]: BrowserContextOptions[Name] };

export type PhoneOptions = BrowserContextOptions & {
  origin?: string;
  /** Runs in the tab before anything loads. Its effects must end with the tab. */
  before?: (page: Page) => Promise<unknown>;
  /** Has a clock that the test can move, from now or from another time. */
  clock?: true | number;
  /** Does not share its context with other tests, because it leaves traces there. */
  isAlone?: true;
};

/**
 * The spec's shopper: a small phone in India. Without motion, which is a third of a journey's cost,
 * and with one device pixel per CSS pixel instead of four; tests of motion and sharpness override
 * these.
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

const timeoutMs = 30_000;
const describeTimeoutMs = 10_000;

export class Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly origin: string;
  readonly #end: () => Promise<void>;
  readonly #look: Look;
  readonly #errors: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #stopWatching: () => void;

  private constructor({ context, end }: Lease, page: Page, origin: string, look: Look) {
    this.context = context;
    this.page = page;
    this.origin = origin;
    this.#end = end;
    this.#look = look;
    this.#stopWatching = this.#watch();
  }

  /** @param own the test file's own browser */
  static async open(options: PhoneOptions, own?: Browser): Promise<Phone> {
    const { origin = productUrl(), before, clock, isAlone, ...more } = options;
    const { viewport, reducedMotion, colorScheme, forcedColors, contrast, ...others } = more;
    const look = { viewport, reducedMotion, colorScheme, forcedColors, contrast };
    const contextOptions = { ...handset, baseURL: origin, ...others };
    const lease =
      own !== undefined || isAlone === true
        ? await newContext(own ?? (await workerBrowser()), contextOptions)
        : await leaseContext(contextOptions, prepare, clock !== undefined);
    if (clock !== undefined) await startClock(lease.context, clock);
    const page = await lease.context.newPage();
    const phone = new Phone(lease, page, origin, look);
    await show(page, look);
    await before?.(page);
    return phone;
  }

  /** Ignores matching errors. Each is one line: kind, text and address. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  async newTab(): Promise<Page> {
    const page = await this.context.newPage();
    await show(page, this.#look);
    return page;
  }

  /** For a failed test's report: address and text of each page, on one line. */
  async describePages(): Promise<string[]> {
    const pages = this.context.pages().filter((page) => page.url().startsWith(this.origin));
    const described = await Promise.all(
      pages.map(async (page) => {
        const text = page.locator('body').innerText({ timeout: describeTimeoutMs });
        const shown = await text.catch(() => 'a page that does not answer');
        return shown === '' ? '' : `${page.url()}: ${shown.replaceAll(/\s+/g, ' ')}`;
      }),
    );
    return described.filter((text) => text !== '');
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

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<Lease> {
  const context = await browser.newContext(options);
  await prepare(context);
  return { context, end: () => context.close() };
}

async function startClock({ clock }: BrowserContext, from: true | number): Promise<void> {
  await clock.install(from === true ? {} : { time: from });
  // The previous test may have stopped it.
  await clock.resume();
}

async function show(page: Page, look: Look): Promise<void> {
  const { viewport, reducedMotion = null, colorScheme = null } = look;
  const { forcedColors = null, contrast = null } = look;
  if (viewport) await page.setViewportSize(viewport);
  const media = { reducedMotion, colorScheme, forcedColors, contrast };
  if (Object.values(media).some((wish) => wish !== null)) await page.emulateMedia(media);
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
  afterEach(async ({ task }) => {
    const used = phones.splice(0);
    const shown =
      task.result?.state === 'fail'
        ? (await Promise.all(used.map((phone) => phone.describePages()))).flat()
        : [];
    const errors = await Promise.all(used.map((phone) => phone.close()));
    if (errors.flat().length > 0) {
      throw new Error(`The phone recorded errors: ${errors.flat().join('; ')}.`);
    }
    if (shown.length > 0) throw new Error(`Failed while the phone showed ${shown.join('; ')}.`);
  });
  afterAll(async () => {
    await (own ? own.close() : closeOtherSites(productUrl()));
  });
  return {
    open: async (options: PhoneOptions = {}): Promise<Phone> => {
      const phone = await Phone.open({ ...common, ...options }, own);
      phones.push(phone);
      return phone;
    },
  };
}

/** Drawn at random: test files run at the same time, and no two shoppers may share a number. */
export function newMobile(): string {
  return `${randomInt(6, 10)}${String(randomInt(10 ** 9)).padStart(9, '0')}`;
}
