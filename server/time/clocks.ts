// The two clocks (docs/decisions/0007): wall time for signatures, tokens, codes and jobs; campaign time for the
// period and the dates of rewards. Both come in by the door everywhere.
import { databaseTime, type Database } from '../storage/database.ts';

/** Each answers ms since 1970. */
export type Clocks = { wall: () => number; campaign: () => number };

const refreshMs = 30_000;

/**
 * Clocks that follow the database's, so that every process and machine agrees: its time is asked now and then,
 * and this process's steady clock runs on from it.
 * @param campaignOffsetMs what the campaign clock is ahead by; not 0 in the demo only
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
      // The database is away: the steady clock runs on, and the next measurement mends what drifted.
    }
  };
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  const wall = () => Math.round(base + performance.now());
  return { wall, campaign: () => wall() + campaignOffsetMs, stop: () => clearInterval(timer) };
}

/** The database's time less this process's steady clock, taken in the middle of the round trip. */
async function measure(database: Database): Promise<number> {
  const before = performance.now();
  const time = await databaseTime(database);
  return time - (before + performance.now()) / 2;
}
