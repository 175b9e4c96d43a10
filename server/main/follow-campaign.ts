import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { serverPlugins } from '@inaam/plugins/server.ts';
import type { Log } from '../platform/log.ts';
import { factsOfError } from '../platform/log-line.ts';
import { isDatabaseUnavailable } from '../database/connection-problems.ts';
import type { Database } from '../database/database.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';

export type CampaignFollower = Awaited<ReturnType<typeof followCampaign>>;

const intervalMs = 1000;

/**
 * Follows within a second whether the campaign is paused, when it ends and what was corrected, so
 * that no call queries it. While the state cannot be read, the last one remains.
 * @param database a pool that shoppers do not wait for
 */
export async function followCampaign(
  database: Database,
  campaign: ServerCampaign,
  log: Pick<Log, 'info' | 'error'>,
) {
  const { id } = campaign;
  const plugin = serverPlugins.find(({ corrected }) => corrected);
  const corrections = await plugin?.corrected?.({ database, campaign, log });
  let state = await readDrawInForce(database, id);
  let waiting = 0;
  let last = Promise.resolve();
  let isReported = false;
  // An outage is reported by the calls that it ends.
  const report = (error: unknown) => {
    if (isReported || isDatabaseUnavailable(error)) return undefined;
    isReported = true;
    log.error(
      { alarm: true, ...factsOfError(error) },
      'Whether the campaign is paused, and its last day, cannot be read: the last known state remains. `npx inaam migrate` gives each program its rights.',
    );
    return undefined;
  };
  const read = async () => {
    const found = await readDrawInForce(database, id).catch(report);
    if (!found) return;
    await corrections?.look();
    if (isReported) log.info({ campaign: id }, 'The state of the campaign can be read again.');
    isReported = false;
    const before = state ?? { ...found, isPaused: false };
    state = found;
    const { isPaused, lastDay } = found;
    if (isPaused !== before.isPaused) {
      log.info({ campaign: id }, isPaused ? 'The campaign is paused.' : 'The campaign is resumed.');
    }
    if (lastDay !== before.lastDay) log.info({ campaign: id, lastDay }, 'The last day was moved.');
  };
  // Never throws. One at a time, so that an older answer cannot arrive last.
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
    /** By the operator. */
    isPaused: () => state?.isPaused ?? false,
    /** The one in force; undefined before the commitment. */
    lastDay: () => state?.lastDay,
    corrected: corrections?.campaign ?? (() => campaign),
    look,
    stop: () => clearInterval(timer),
  };
}
