import { bonusesOf } from '@inaam/campaigns/loader/plugin-files.ts';
import { fairDrawAddress } from '../draw/published/audit-files.ts';
import { campaignVerdicts } from './opening.rules.ts';
import { readOpening } from './read-opening.ts';
import { campaignAheadMs } from '../platform/period.rules.ts';
import { readPause } from '../draw/pause.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';

export const readCampaign: ConsoleHandler<'readCampaign'> = async (context) => {
  const { database, campaign, clocks, publicOrigin = '' } = context;
  const { id, programme, languages, outcomes, fixedRewardAmounts } = campaign;
  const at = clocks.campaign();
  const opening = await readOpening(database, campaign, at);
  const pausedSince = await readPause(database, id);
  const { lastDay, isCommitted } = opening;
  return {
    id,
    at,
    verdicts: campaignVerdicts(opening),
    programme: { from: programme.from, to: programme.to },
    lastDay,
    isCommitted,
    pausedSince: pausedSince === undefined ? null : pausedSince + campaignAheadMs(clocks),
    languages: [...languages],
    rewards: outcomes.map(({ amount }) => amount),
    fixedRewards: [...fixedRewardAmounts],
    isAsked: bonusesOf(campaign).length > 0,
    fairDraw: `${publicOrigin}${fairDrawAddress}`,
  };
};
