// What the list of reasons needs to know.
import type { PluginParts } from '@inaam/campaigns/loader/plugin-files.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { pluginFigures } from '@inaam/plugins/figures.ts';
import type { Queryable } from '../database/database.ts';
import { readProcesses, type RunningProcess } from '../database/processes.ts';
import { readBudget, readDeckUse } from '../draw/budgets.sql.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { phaseOf } from '../platform/period.rules.ts';
import { isReady, readinessInWords, type Heard, type Opening } from './opening.rules.ts';

/** @param now by the campaign's clock, ms */
export async function readOpening(
  connection: Queryable,
  campaign: Pick<ServerCampaign, 'id' | 'programme'> & PluginParts,
  now: number,
): Promise<Opening & { running: RunningProcess[]; pools: Awaited<ReturnType<typeof readBudget>> }> {
  const { id, programme } = campaign;
  const running = await readProcesses(connection, id);
  const inForce = await readDrawInForce(connection, id);
  const pools = await readBudget(connection, id);
  const deck = await readDeckUse(connection, id);
  const closed: Opening['closed'][number][] = [];
  for (const plugin of pluginFigures) closed.push(...(await plugin.closed(connection, campaign)));
  const free = pools.filter(({ kind }) => kind === 'reserve' || kind === 'fixed');
  const lastDay = inForce?.lastDay ?? programme.to;
  return {
    running,
    pools,
    phase: phaseOf({ from: programme.from, to: lastDay }, now),
    from: programme.from,
    lastDay,
    isCommitted: inForce !== undefined,
    isPaused: inForce?.isPaused ?? false,
    site: heardOf(running, 'serve'),
    draw: drawHeard(running)?.draw ?? undefined,
    workers: heardOf(running, 'deliver'),
    closed,
    rewardsLeft: free.reduce(
      (sum, { remaining, promised }) => sum + remaining - promised,
      deck ? deck.cards - deck.bound : 0,
    ),
  };
}

function heardOf(running: readonly RunningProcess[], of: RunningProcess['program']): Heard {
  const all = running.filter(({ program }) => program === of);
  const heard = all.filter(({ isSilent }) => !isSilent);
  const [first] = heard;
  return {
    heard: heard.length,
    silent: all.length - heard.length,
    sharesAddress: heard.some(({ state }) => state === 'proxy'),
    unready: heard.some(isReady) || !first ? undefined : readinessInWords(first.state),
  };
}

/** The newest report of a problem with the draw, or otherwise the newest report. */
export function drawHeard(running: readonly RunningProcess[]): RunningProcess | undefined {
  const heard = running
    .filter(({ draw, isSilent }) => draw !== null && !isSilent)
    .toSorted((one, other) => other.seenAt - one.seenAt);
  return heard.find(({ draw }) => draw?.state !== 'up') ?? heard[0];
}
