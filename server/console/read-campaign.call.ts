import { formatDate } from '@inaam/campaigns/public/format-date.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { fairDrawAddress } from '../draw/published/addresses.ts';
import { campaignVerdicts } from './campaign-verdicts.rules.ts';
import { campaignAheadMs, indianDay, phaseOf } from '../platform/period.rules.ts';
import { readDrawInForce } from '../draw/ledger.sql.ts';
import { readPause } from '../draw/pause.sql.ts';
import type { Finding } from './checks/finding.ts';
import type { Checked } from './checklist.ts';
import type { ConsoleHandler } from './context.ts';
import { readCampaignAmendments } from '../draw/amendments/campaign-amendments.call.ts';

type Answer = AnswerOf<'readCampaign'>;

export const readCampaign: ConsoleHandler<'readCampaign'> = async (context) => {
  const { database, campaign, clocks, checklist, publicOrigin = '' } = context;
  const { id, programme, languages, outcomes, fixedRewardAmounts, fixed, draw, questions } =
    campaign;
  const inForce = await readDrawInForce(database, id);
  const pausedSince = await readPause(database, id);
  const at = clocks.campaign();
  const aheadMs = campaignAheadMs(clocks);
  const lastDay = inForce?.lastDay ?? programme.to;
  const phase = phaseOf({ from: programme.from, to: lastDay }, at);
  const checked = checklist.last();
  const last = checked && (inForce ? checked : beforeCommitment(checked));
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
      checked: last && checkedOf(last),
    }),
    programme: { from: programme.from, to: programme.to },
    lastDay,
    isCommitted: inForce !== undefined,
    pausedSince: since,
    checklist: last ? shown(last, aheadMs) : null,
    isChecking: checklist.isRunning(),
    languages: [...languages],
    rewards: outcomes.map(({ amount }) => amount),
    fixedRewards: [...fixedRewardAmounts],
    isAsked: questions !== undefined,
    fixedStates: [...new Set(fixed.map(({ state }) => state))],
    hasReserve: draw.whenDeckEnds.kind === 'reserve',
    amendments: await readCampaignAmendments(context),
    fairDraw: `${publicOrigin}${fairDrawAddress}`,
  };
};

/** That nobody has committed yet is a step of the launch, not a fault. */
const beforeCommitment = ({ findings, ...rest }: Checked): Checked => ({
  ...rest,
  findings: findings.map((finding) =>
    finding.check === 'commitment' ? { ...finding, state: 'warning' } : finding,
  ),
});

/** Only this step of a launch is in no other finding. */
const ownStep = 'sms check';

function checkedOf({ findings, launch }: Checked) {
  const of = (state: Finding['state']) => findings.filter((finding) => finding.state === state);
  return {
    faults: [
      ...of('fault').map(({ check }) => check),
      ...(launch.some(({ step, state }) => step === ownStep && state === 'fault')
        ? ['SMS check']
        : []),
    ],
    warnings: of('warning').length,
    unseen: of('skipped').length,
  };
}

const shown = ({ at, by, launch, findings }: Checked, aheadMs: number): Answer['checklist'] => ({
  at: at + aheadMs,
  by,
  launch: launch.map(({ who = null, todo: mend = null, ...line }) => ({ ...line, who, mend })),
  findings: findings.map(({ mend = null, ...finding }) => ({ ...finding, mend })),
});

export const checkCampaign: ConsoleHandler<'checkCampaign'> = ({ checklist }, _fields, { name }) =>
  Promise.resolve({ isStarted: checklist.start(name) });
