import type { Log } from '../operations/log.ts';
import type { Database } from '../storage/database.ts';
import { readHeadState, type HeadState } from '../storage/draw/pause.ts';

export type CampaignFollower = {
  isPaused: () => boolean;
  /** The last day in force; undefined if the draw has not been committed to. */
  lastDay: () => string | undefined;
  /** Looks at once. Never throws. */
  look: () => Promise<void>;
  stop: () => void;
};

const intervalMs = 1000;

/**
 * Knows within a second whether the campaign is paused and when it ends, so that no call has to
 * ask. If the database does not answer, it is as it was.
 * @param database a pool that shoppers do not wait for
 */
export async function followCampaign(
  database: Database,
  campaign: string,
  log: Pick<Log, 'info'>,
): Promise<CampaignFollower> {
  let state = await readHeadState(database, campaign);
  let waiting = 0;
  let last = Promise.resolve();
  const read = async () => {
    const found = await readHeadState(database, campaign).catch(() => undefined);
    if (!found) return;
    const before: HeadState = state ?? { ...found, isPaused: false };
    state = found;
    const { isPaused, lastDay } = found;
    if (isPaused !== before.isPaused) {
      log.info({ campaign }, isPaused ? 'The campaign is paused.' : 'The campaign is resumed.');
    }
    if (lastDay !== before.lastDay) log.info({ campaign, lastDay }, 'The last day was moved.');
  };
  // One after another: an older answer must not come last.
  const look = () => {
    waiting += 1;
    last = last.then(read).finally(() => {
      waiting -= 1;
    });
    return last;
  };
  const timer = setInterval(() => {
    if (waiting === 0) void look();
  }, intervalMs);
  timer.unref();
  return {
    isPaused: () => state?.isPaused ?? false,
    lastDay: () => state?.lastDay,
    look,
    stop: () => clearInterval(timer),
  };
}
