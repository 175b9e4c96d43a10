// Campaign time decides the programme's period and the dates of rewards (docs/decisions/0007).
import { databaseTime, onConnection, type Database } from './database.ts';

export type Clocks = { wall: () => number; campaign: () => number };

export type ClocksOf = (database: Database) => Promise<Clocks & { stop: () => void }>;

const refreshMs = 30_000;
/** Questions per measurement: the first ones on a new connection are slow. */
const questions = 3;

/** Follows the database's time, so that all processes agree. */
export async function databaseClocks(
  database: Database,
  campaignOffsetMs = 0,
): Promise<Clocks & { stop: () => void }> {
  let estimate = await measure(database);
  const refresh = async () => {
    try {
      estimate = betterEstimate(estimate, await measure(database));
    } catch {
      // If this fails, the next measurement corrects the drift.
    }
  };
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  const wall = () => Math.round(estimate.baseMs + performance.now());
  return { wall, campaign: () => wall() + campaignOffsetMs, stop: () => clearInterval(timer) };
}

/** Measures only once it has a connection: waiting for a busy pool would shift the clock. */
function measure(database: Database): Promise<ClockEstimate> {
  return onConnection(database, async (connection) => {
    const ask = async () => {
      const sentAt = performance.now();
      const time = await databaseTime(connection);
      return estimateOf(sentAt, time, performance.now());
    };
    let estimate = await ask();
    for (let asked = 1; asked < questions; asked++) {
      estimate = betterEstimate(estimate, await ask());
    }
    return estimate;
  });
}

// Like NTP: the other clock's time was read at some moment between question and answer, so a slow
// answer is less precise.

/** The other clock shows `baseMs` + `performance.now()`, plus or minus `errorMs`. */
export type ClockEstimate = { baseMs: number; errorMs: number; atMs: number };

/** How far two clocks may drift apart: twice the drift of ordinary quartz. */
const driftPerMs = 1e-4;

/** @param sentAtMs `performance.now()` then, like `answeredAtMs` */
export function estimateOf(sentAtMs: number, timeMs: number, answeredAtMs: number): ClockEstimate {
  return {
    baseMs: timeMs - (sentAtMs + answeredAtMs) / 2,
    errorMs: (answeredAtMs - sentAtMs) / 2,
    atMs: answeredAtMs,
  };
}

/**
 * Returns the more precise estimate. If they contradict each other, the other clock was set and the
 * newer one counts.
 */
export function betterEstimate(known: ClockEstimate, next: ClockEstimate): ClockEstimate {
  const errorMs = known.errorMs + (next.atMs - known.atMs) * driftPerMs;
  const isSet = Math.abs(next.baseMs - known.baseMs) > errorMs + next.errorMs;
  return isSet || next.errorMs <= errorMs ? next : { ...known, errorMs, atMs: next.atMs };
}
