// One browser for all test files of a worker, with browser contexts that are cleared and reused: a
// renderer that has run the site's scripts shows a page at half the cost.
import { fewProcesses, launchChromium } from '@inaam/testing/runtime/chromium.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export type Lease = {
  readonly context: BrowserContext;
  readonly end: () => Promise<void>;
};

type Idle = { readonly key: string; readonly site: string; readonly lease: Lease };
type Pool = { readonly browser: Browser; idle: Idle[] };

let running: Promise<Pool> | undefined;

/** The browser is closed with the worker. */
async function launch(): Promise<Pool> {
  return { browser: await launchChromium(undefined, fewProcesses), idle: [] };
}

async function currentPool(): Promise<Pool> {
  running ??= launch();
  const pool = await running;
  if (pool.browser.isConnected()) return pool;
  running = launch();
  return running;
}

export const workerBrowser = async (): Promise<Browser> => (await currentPool()).browser;

/**
 * A context with these options and empty storage; `prepare` runs once for it.
 * @param hasClock whether Playwright's clock is installed in it, which cannot be removed
 */
export async function leaseContext(
  options: BrowserContextOptions & { baseURL: string },
  prepare: (context: BrowserContext) => Promise<unknown>,
  hasClock = false,
): Promise<Lease> {
  const pool = await currentPool();
  const key = JSON.stringify([options, hasClock]);
  const free = pool.idle.find((idle) => idle.key === key);
  if (free) {
    pool.idle = pool.idle.filter((idle) => idle !== free);
    return free.lease;
  }
  const context = await pool.browser.newContext(options);
  await prepare(context);
  // Keeps the renderer alive between tests.
  const keeper = await context.newPage();
  await openBlankPage(keeper);
  const lease: Lease = {
    context,
    end: async () => {
      // Pages first: a held request would fail visibly without its route.
      const used = context.pages().filter((page) => page !== keeper);
      await Promise.all(used.map((page) => page.close()));
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await context.clearCookies();
      // Everything the site stores beyond a tab.
      await keeper.evaluate(() => localStorage.clear());
      pool.idle.push({ key, site: options.baseURL, lease });
    },
  };
  return lease;
}

/** Closes unused contexts of other sites, which end with their test file. */
export async function closeOtherSites(origin: string): Promise<void> {
  const pool = await currentPool();
  const others = pool.idle.filter(({ site }) => site !== origin);
  pool.idle = pool.idle.filter(({ site }) => site === origin);
  await Promise.all(others.map(({ lease }) => lease.context.close()));
}

/** On the site, but without the app, which would store its session beside the test's. */
export async function openBlankPage(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/blank');
  await page.unroute('**/blank');
}
