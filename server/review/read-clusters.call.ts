import { campaignAheadMs } from '../platform/clock-offset.rules.ts';
import { reasonInWords } from './review.rules.ts';
import { readOnly } from '../database/read-only.sql.ts';
import { membersMost, readClusters as readPage } from './clusters.sql.ts';
import { readSettings } from './settings.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';

/** Of one page: the members of each are counted. */
const clustersMost = 20;

export const readClusters: ConsoleHandler<'readClusters'> = async (
  { database, clocks, campaign },
  { before },
) => {
  const aheadMs = campaignAheadMs(clocks);
  const { settings, found } = await readOnly(database, async (connection) => {
    const inForce = await readSettings(connection, campaign.id);
    const page = {
      before: before ? { ...before, lastAt: before.lastAt - aheadMs } : undefined,
      most: clustersMost + 1,
    };
    return {
      settings: inForce,
      found: await readPage(connection, campaign.id, inForce, page),
    };
  });
  return {
    clusters: found.slice(0, clustersMost).map(({ measured, lastAt, ...one }) => ({
      ...one,
      reason: reasonInWords(one.rule, measured, settings[one.rule].windowHours),
      lastAt: lastAt + aheadMs,
      isMore: one.members === membersMost,
    })),
    hasMore: found.length > clustersMost,
  };
};
