import { setTimeout as pause } from 'node:timers/promises';
import { packCodeOf } from '../product/packed-campaign.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import type { History } from './history.ts';
import { visitUnlessGivenUp } from './visitor.ts';

const usualCount = 4;
/** The code of each so many is the one before's. */
const passedRound = 5;
/** From one code of a number to the next, with some room. */
const againMs = 61_000;

type Visitors = {
  server: ShopperServer;
  history: History;
  count?: number | undefined;
  /** Ten digits; the others follow. */
  firstMobile?: number;
  /** Between two journeys of a visitor. */
  restMs?: number;
  /** How long they retry. */
  patienceMs?: number;
  comesAgain?: boolean;
  leavesWithoutCode?: boolean;
  hasPacks?: boolean;
};

/** Four visitors or `count`, who play one journey after another until they are stopped. */
export function startVisitors(options: Visitors) {
  const { server, history, firstMobile = 9_000_000_000, restMs = 0 } = options;
  const { patienceMs, comesAgain = false, leavesWithoutCode = false, count = usualCount } = options;
  const packOf = (number: number) => {
    const isPassed = number % passedRound === 0;
    return options.hasPacks && { pack: packCodeOf(server, number - Number(isPassed)), isPassed };
  };
  const over = new AbortController();
  const mobiles: string[] = [];
  // Who may take part another time, with another pack.
  const rewarded: { mobile: string; at: number }[] = [];
  const playing = Array.from({ length: count }, async (_, place) => {
    while (!over.signal.aborted) {
      const number = mobiles.length + 1;
      const isAgain = (rewarded[0]?.at ?? Infinity) + againMs < Date.now();
      const own = String(firstMobile + place * 1_000_000 + number);
      const mobile = (isAgain && rewarded.shift()?.mobile) || own;
      mobiles.push(mobile);
      const asked = { patienceMs, comesAgain, leavesWithoutCode };
      const visitor = { number, server, history, ...packOf(number), ...asked };
      await visitUnlessGivenUp(visitor, mobile);
      if (options.hasPacks && !isAgain) rewarded.push({ mobile, at: Date.now() });
      await pause(restMs);
    }
  });
  const load = Promise.all(playing);
  // Failures are reported when all stop.
  load.catch(() => undefined);
  return {
    /** Of all journeys so far, including unfinished ones. */
    mobiles: (): readonly string[] => mobiles,
    stop: async () => {
      over.abort();
      await load;
    },
  };
}
