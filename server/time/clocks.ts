// Campaign time is for the period and dates of rewards (docs/decisions/0007).
import { databaseTime, type Database } from '../storage/database.ts';

export type Clocks = { wall: () => number; campaign: () => number };

export type ClocksOf = (database: Database) => Promise<Clocks & { stop: () => void }>;

const refreshMs = 30_000;

/** Follows the database's time, so that all processes agree. */
export async function databaseClocks(
  database: Database,
  campaignOffsetMs = 0,
): Promise<Clocks & { stop: () => void }> {
  let base = await measure(database);
  const refresh = async () => {
    try {
      base = await measure(database);
    } catch {
      // The next measurement corrects the drift.
    }
  };
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  const wall = () => Math.round(base + performance.now());
  return { wall, campaign: () => wall() + campaignOffsetMs, stop: () => clearInterval(timer) };
}

async function measure(database: Database): Promise<number> {
  const before = performance.now();
  const time = await databaseTime(database);
  return time - (before + performance.now()) / 2;
}
