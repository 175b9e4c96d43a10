// One browser for all test files of a worker, and browser contexts that are emptied and used again:
// a renderer that has already run the site's scripts shows a page at half the cost.
import { launchChromium } from '@inaam/runtime/chromium.ts';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** A context in use. */
export type Lease = {
  readonly context: BrowserContext;
  /** Empties the context for the next test. */
  readonly end: () => Promise<void>;
};

type Pool = { readonly browser: Browser; readonly idle: Map<string, Lease[]> };

let running: Promise<Pool> | undefined;

/** One renderer for all pages of a context, the empty ones included. */
const oneRenderer = ['--process-per-site', '--renderer-process-limit=1'];

/** The browser is closed with the worker. */
async function launch(): Promise<Pool> {
  return { browser: await launchChromium(undefined, oneRenderer), idle: new Map() };
}

async function currentPool(): Promise<Pool> {
  running ??= launch();
  const pool = await running;
  if (pool.browser.isConnected()) return pool;
  running = launch();
  return running;
}

export const workerBrowser = async (): Promise<Browser> => (await currentPool()).browser;

/** A context with these options and nothing stored; its `baseURL` is the site. */
export async function leaseContext(
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<unknown>,
): Promise<Lease> {
  const pool = await currentPool();
  const key = JSON.stringify(options);
  const free = pool.idle.get(key)?.pop();
  if (free) return free;
  const context = await pool.browser.newContext(options);
  await prepare(context);
  // Keeps the renderer alive between tests. A page without scripts.
  const keeper = await context.newPage();
  await keeper.goto('/live');
  const lease = {
    context,
    end: async () => {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      for (const page of context.pages()) {
        if (page === keeper) continue;
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.close();
      }
      await context.setOffline(false);
      await context.clearCookies();
      // All that the site stores beyond a tab.
      await keeper.evaluate(() => localStorage.clear());
      pool.idle.set(key, [...(pool.idle.get(key) ?? []), lease]);
    },
  };
  return lease;
}

/** Closes the unused contexts of sites other than this one, which end with their test file. */
export async function closeOtherSites(origin: string): Promise<void> {
  const pool = await currentPool();
  for (const [key, leases] of pool.idle) {
    const { baseURL }: BrowserContextOptions = JSON.parse(key);
    if (baseURL === origin) continue;
    pool.idle.delete(key);
    await Promise.all(leases.map(({ context }) => context.close()));
  }
}
