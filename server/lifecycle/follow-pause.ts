import type { Log } from '../operations/log.ts';
import type { Database } from '../storage/database.ts';
import { readPause } from '../storage/draw/pause.ts';

export type PauseFollower = {
  isPaused: () => boolean;
  /** Looks at once. Never throws. */
  look: () => Promise<void>;
  stop: () => void;
};

const intervalMs = 1000;

/**
 * Knows within a second whether the campaign is paused, so that no call has to ask. If the database
 * does not answer, it is as it was.
 * @param database a pool that shoppers do not wait for
 */
export async function followPause(
  database: Database,
  campaign: string,
  log: Pick<Log, 'info'>,
): Promise<PauseFollower> {
  let paused = (await readPause(database, campaign)) !== undefined;
  let waiting = 0;
  let last = Promise.resolve();
  const read = async () => {
    const found = await readPause(database, campaign).catch(() => 'unknown' as const);
    if (found === 'unknown' || (found !== undefined) === paused) return;
    paused = found !== undefined;
    log.info({ campaign }, paused ? 'The campaign is paused.' : 'The campaign is resumed.');
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
  return { isPaused: () => paused, look, stop: () => clearInterval(timer) };
}
