// Campaign time is used for the programme's period and the dates of rewards (docs/decisions/0007).
import { databaseTime, onConnection, type Database } from './database.ts';
import { betterEstimate, estimateOf, type ClockEstimate } from './clock-estimate.ts';

export type Clocks = { wall: () => number; campaign: () => number };

export type ClocksOf = (database: Database) => Promise<Clocks & { stop: () => void }>;

const refreshMs = 30_000;
/** Per measurement: the first ones on a new connection are slow. */
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

/** Measures only once it has a connection: a wait for a busy pool would shift the clock. */
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
