import { setTimeout as pause } from 'node:timers/promises';
import type { ShopperServer } from '../../server/shopper/shopper.ts';
import type { History } from './history.ts';
import { visitUnlessGivenUp } from './visitor.ts';

const usualCount = 4;

type Visitors = {
  server: ShopperServer;
  history: History;
  count?: number | undefined;
  /** Ten digits; the others follow. */
  firstMobile?: number;
  /** Between two journeys of a visitor. */
  restMs?: number;
  /** How long they ask again. */
  patienceMs?: number;
  comesAgain?: boolean;
  leavesWithoutCode?: boolean;
};

/** Four visitors or `count`, who play one journey after another until they are stopped. */
export function startVisitors(options: Visitors) {
  const { server, history, firstMobile = 9_000_000_000, restMs = 0 } = options;
  const { patienceMs, comesAgain = false, leavesWithoutCode = false, count = usualCount } = options;
  const over = new AbortController();
  const mobiles: string[] = [];
  const playing = Array.from({ length: count }, async (_, place) => {
    while (!over.signal.aborted) {
      const number = mobiles.length + 1;
      const mobile = String(firstMobile + place * 1_000_000 + number);
      mobiles.push(mobile);
      const asked = { patienceMs, comesAgain, leavesWithoutCode };
      const visitor = { number, server, history, ...asked };
      await visitUnlessGivenUp(visitor, mobile);
      await pause(restMs);
    }
  });
  const load = Promise.all(playing);
  // What fails is reported when all stop.
  load.catch(() => undefined);
  return {
    /** Of all journeys so far, those begun too. */
    mobiles: (): readonly string[] => mobiles,
    stop: async () => {
      over.abort();
      await load;
    },
  };
}
