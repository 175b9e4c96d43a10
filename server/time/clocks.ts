// Wall time is for signatures, tokens, codes and jobs; campaign time is for the period and the
// dates of rewards (docs/decisions/0007).
import { databaseTime, type Database } from '../storage/database.ts';

/** Each answers ms since 1970. */
export type Clocks = { wall: () => number; campaign: () => number };

const refreshMs = 30_000;

/**
 * Clocks that follow the database's, so that every process and machine agrees. The database is
 * asked every 30 seconds; in between this process's monotonic clock is used.
 * @param campaignOffsetMs how far the campaign clock is ahead; 0 except in the demo
 */
export async function databaseClocks(
  database: Database,
  campaignOffsetMs = 0,
): Promise<Clocks & { stop: () => void }> {
  let base = await measure(database);
  const refresh = async () => {
    try {
      base = await measure(database);
    } catch {
      // The database is unreachable: the next measurement corrects the drift.
    }
  };
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  const wall = () => Math.round(base + performance.now());
  return { wall, campaign: () => wall() + campaignOffsetMs, stop: () => clearInterval(timer) };
}

/**
 * The database's time minus this process's monotonic clock, taken in the middle of the round trip.
 */
async function measure(database: Database): Promise<number> {
  const before = performance.now();
  const time = await databaseTime(database);
  return time - (before + performance.now()) / 2;
}
