import { setTimeout as pause } from 'node:timers/promises';
import { packCodeOf } from '../product/packed-campaign.ts';
import type { ShopperServer } from '../server/shopper/shopper.ts';
import type { History } from './history.ts';
import { rewardsPerSecond } from './observe.ts';
import { visitUnlessGivenUp, type Visitor } from './visitor.ts';

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
  const packOf = (number: number) =>
    options.hasPacks
      ? packCodeOf(server, number % passedRound === 0 ? number - 1 : number)
      : undefined;
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
      const visitor = { number, server, history, pack: packOf(number), ...asked };
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

type Load = Pick<Visitor, 'server' | 'history'>;

/** Of four visitors each. @returns rewards per second under overload */
export async function carriedPerSecond(
  { server, history }: Load,
  groups: number,
  { warmUpMs = 0, forMs }: { warmUpMs?: number; forMs: number },
): Promise<number> {
  const all = Array.from({ length: groups }, (_, group) =>
    startVisitors({ server, history, firstMobile: 8_200_000_000 + group * 10_000_000 }),
  );
  await pause(warmUpMs);
  const carried = await rewardsPerSecond(server, forMs);
  await Promise.all(all.map((visitors) => visitors.stop()));
  return carried;
}

type Arrivals = Load &
  Pick<Visitor, 'onAnswer' | 'waitsAsAsked'> & { perSecond: number; signal: AbortSignal };

/** Starts visitors without waiting for earlier ones. @returns how many have come */
export async function arrivals({ perSecond, signal, ...visitor }: Arrivals): Promise<number> {
  const journeys = new Set<Promise<void>>();
  const from = performance.now();
  let came = 0;
  while (!signal.aborted) {
    // All that are due by now, however late this process wakes up.
    for (; came < ((performance.now() - from) * perSecond) / 1000; came++) {
      const number = 5000 + (came % 50_000);
      const journey = visitUnlessGivenUp({ ...visitor, number }, String(7_300_000_000 + came));
      journeys.add(journey);
      // A failure is kept, and ends the run.
      void journey.then(
        () => journeys.delete(journey),
        () => undefined,
      );
    }
    await pause(Math.min(200, 1000 / perSecond), undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(journeys);
  return came;
}
