import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import { fairDrawAddress } from '../draw/published/addresses.ts';
import { campaignVerdicts } from './campaign-verdicts.rules.ts';
import { campaignAheadMs, indianDay, phaseOf } from '../platform/period.rules.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { readPause } from '../draw/pause.sql.ts';
import type { ConsoleHandler } from './context.ts';

export const readCampaign: ConsoleHandler<'readCampaign'> = async (context) => {
  const { database, campaign, clocks, publicOrigin = '' } = context;
  const { id, programme, languages, outcomes, fixedRewardAmounts, questions } = campaign;
  const inForce = await readDrawInForce(database, id);
  const pausedSince = await readPause(database, id);
  const at = clocks.campaign();
  const aheadMs = campaignAheadMs(clocks);
  const lastDay = inForce?.lastDay ?? programme.to;
  const phase = phaseOf({ from: programme.from, to: lastDay }, at);
  const since = pausedSince === undefined ? null : pausedSince + aheadMs;
  return {
    id,
    at,
    phase,
    verdicts: campaignVerdicts({
      phase,
      isCommitted: inForce !== undefined,
      pausedSince: since === null ? undefined : formatDate(indianDay(since), 'en'),
      from: formatDate(programme.from, 'en'),
      lastDay: formatDate(lastDay, 'en'),
    }),
    programme: { from: programme.from, to: programme.to },
    lastDay,
    isCommitted: inForce !== undefined,
    pausedSince: since,
    languages: [...languages],
    rewards: outcomes.map(({ amount }) => amount),
    fixedRewards: [...fixedRewardAmounts],
    isAsked: questions !== undefined,
    fairDraw: `${publicOrigin}${fairDrawAddress}`,
  };
};
