// In front of several sites: checks readiness, and routes each call to a ready one.
import { siteAt } from '../server/shopper/device.ts';
import { limitMs } from './product.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';

const everyMs = 250;
const checkMs = 2000;
/** Consecutive failed checks until a site gets no more calls. */
const fall = 2;

type Site = { app: ShopperServer['app']; failed: number; isAsked: boolean; calls: number };

export type LoadBalancer = {
  app: ShopperServer['app'];
  /** A ready site, which gets calls at once. */
  add(origin: string): void;
  /** @returns the number of calls it has answered since it was added */
  remove(origin: string): number;
  close(): void;
};

export function openLoadBalancer(): LoadBalancer {
  const sites = new Map<string, Site>();
  let turn = 0;
  const look = async (origin: string, site: Site) => {
    if (site.isAsked) return;
    site.isAsked = true;
    const signal = AbortSignal.timeout(checkMs);
    const answer = await fetch(`${origin}/ready`, { signal }).catch(() => undefined);
    await answer?.body?.cancel();
    site.failed = answer?.status === 200 ? 0 : site.failed + 1;
    site.isAsked = false;
  };
  const timer = setInterval(() => {
    for (const [origin, site] of sites) void look(origin, site);
  }, everyMs);
  return {
    app: {
      inject: async (request) => {
        const ready = [...sites.values()].filter(({ failed }) => failed < fall);
        turn += 1;
        const inTurn = ready.map((_, place) => ready[(turn + place) % ready.length]);
        for (const site of inTurn) {
          const answer = await site?.app.inject(request).catch(ifRefused);
          if (!site || !answer) continue;
          site.calls += 1;
          return answer;
        }
        throw new Error('No site is ready.');
      },
    },
    add(origin) {
      const site = { app: siteAt(origin, limitMs).app, failed: 0, isAsked: false, calls: 0 };
      sites.set(origin, site);
    },
    remove(origin) {
      const calls = sites.get(origin)?.calls ?? 0;
      sites.delete(origin);
      return calls;
    },
    close: () => clearInterval(timer),
  };
}

/** Nothing was sent yet, so another site may be tried. */
function ifRefused(error: unknown): undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED') return;
  throw error;
}
