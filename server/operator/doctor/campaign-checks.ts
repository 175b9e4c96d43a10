import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import { planOf } from '../../commitment.ts';
import type { ServeConfig } from '../../config.ts';
import { remoteCards } from '../../draw/remote-cards.ts';
import { alarmOf, alarmPercents } from '../../rules/budget-alarm.ts';
import { secretHash } from '../../rules/commitment.ts';
import { phaseOf } from '../../rules/period.ts';
import { codesPaid } from '../../rules/send-budget.ts';
import { readCampaignCounter } from '../../storage/codes/send-counters.ts';
import { readBudget } from '../../storage/draw/budgets.ts';
import { assertCommitted } from '../../storage/draw/commitments.ts';
import type { Database } from '../../storage/database.ts';
import { readPause } from '../../storage/draw/pause.ts';
import type { Clocks } from '../../time/clocks.ts';
import { formatTime } from '../../support/format.ts';
import { checkOf, type Finding } from './finding.ts';

/** @param lastDay in force; undefined before the commitment */
export function checkCampaign(
  { programme }: ServerCampaign,
  clocks: Clocks,
  lastDay = programme.to,
): Finding {
  const { from } = programme;
  const moved = lastDay === programme.to ? '' : `, moved from ${programme.to}`;
  const phase = { notStarted: 'It has not begun', open: 'It is open', ended: 'It has ended' };
  return checkOf('campaign').ok(
    `The folder is valid. ${phase[phaseOf({ from, to: lastDay }, clocks.campaign())]}: ${from} to ${lastDay}${moved}.`,
  );
}

export function checkLanguages({ languages, unreviewed }: ServerCampaign): Finding {
  const check = checkOf('languages');
  const open = languages.filter((language) =>
    unreviewed.some((folder) => folder.endsWith(`/${language}`)),
  );
  return open.length === 0
    ? check.ok('A native speaker has signed off each of them.')
    : check.warning(
        `No native speaker has signed off ${open.join(', ')}.`,
        'Have one read all sentences, and write it into review.json beside the words.',
      );
}

export async function checkPause(database: Database, campaign: string): Promise<Finding> {
  const pause = checkOf('pause');
  const since = await readPause(database, campaign);
  return since === undefined
    ? pause.ok('The campaign is not paused.')
    : pause.warning(
        `Paused since ${formatTime(since)}: nothing is granted.`,
        '`campaign resume` lets it go on.',
      );
}

/** @param serve whose PSEUDONYM_SECRET must be the committed one; undefined: not known here */
export async function checkCommitment(
  database: Database,
  campaign: ServerCampaign,
  serve: ServeConfig | undefined,
): Promise<Finding> {
  const hash = serve && { pseudonymKeySha256: secretHash(serve.secrets.pseudonym) };
  await assertCommitted(database, { ...planOf(campaign), ...hash }, campaign.fixed);
  return checkOf('commitment').ok('Deck, rules and secrets are the committed ones.');
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The program, as `serve` would ask it. */
export async function checkDrawProgram({ draw, campaign }: ServeConfig): Promise<Finding> {
  const program = checkOf('draw');
  const state = await remoteCards({ ...draw, campaign, log: silent }).check();
  switch (state) {
    case 'up':
      return program.ok('It answers.');
    case 'down':
      return program.fault(
        'It does not answer at DRAW_URL: PLAY has to wait.',
        'Start `npm run draw`.',
      );
    case 'refused':
      return program.fault(
        'It refuses these settings.',
        'Give both sides the same DRAW_TOKEN and CAMPAIGN.',
      );
    case 'stopped':
      return program.fault(
        'It has stopped, because the ledger is not the one that it follows.',
        'See "The draw does not answer" in docs/runbook.md, and change nothing before.',
      );
    default:
      return state satisfies never;
  }
}

export async function checkBudget(database: Database, campaign: string): Promise<Finding> {
  const budget = checkOf('budget');
  const [percent] = alarmPercents;
  const pools = await readBudget(database, campaign);
  const nearlyEmpty = pools.filter((pool) => alarmOf(pool) === percent);
  if (nearlyEmpty.length === 0) return budget.ok(`Under ${percent} % of each pool.`);
  return budget.warning(
    `${percent} % or more is granted of ${nearlyEmpty.map(({ pool }) => pool).join(', ')}.`,
    'See "A pool runs out" in docs/runbook.md.',
  );
}

const limitWarningShare = 0.8;

/** The rupees that codes may cost, as far as they are spent. */
export async function checkLimits(
  database: Database,
  { campaign, budget }: ServeConfig,
  now: number,
): Promise<Finding> {
  const limits = checkOf('limits');
  const spent = await Promise.all(
    (['hour', 'day'] as const).map(async (span) => {
      const sent = await readCampaignCounter(database, campaign, span, now);
      return { span, share: sent / codesPaid(budget, span) };
    }),
  );
  const high = spent.filter(({ share }) => share >= limitWarningShare);
  const spelled = spent.map(({ span, share }) => `${Math.round(share * 100)} % of the ${span}`);
  const found = `Codes have used ${spelled.join(' and ')}'s rupees.`;
  return high.length === 0
    ? limits.ok(found)
    : limits.warning(
        found,
        'See "A flood of codes" in docs/runbook.md; SMS_RUPEES_PER_HOUR and SMS_RUPEES_PER_DAY raise it.',
      );
}
