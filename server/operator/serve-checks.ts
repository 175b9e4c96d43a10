// Checks that need the settings of `serve`.
import type { ServeConfig } from '../main/settings/program-config.ts';
import { remoteCards } from '../draw/cards/remote-cards.ts';
import { codesPaid } from '../codes/send-budget.rules.ts';
import { readCampaignCounts } from '../codes/send-counters.sql.ts';
import type { Database } from '../database/database.ts';
import { checkOf, type Finding } from '../console/checks/finding.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Asks `draw` as `serve` would. */
export async function checkDrawProgram({ draw, campaign }: ServeConfig): Promise<Finding> {
  const program = checkOf('draw');
  const health = await remoteCards({ ...draw, campaign, log: silent }).check();
  switch (health.state) {
    case 'up':
      return program.ok('It answers.');
    case 'down':
      return program.fault(
        'It does not answer at DRAW_URL: PLAY has to wait.',
        'Start `npx inaam draw`.',
      );
    case 'refused':
      return program.fault(
        'It refuses these settings.',
        'Give both sides the same DRAW_TOKEN and CAMPAIGN.',
      );
    case 'stopped':
      return program.fault(
        `It has stopped, because entry ${health.entry} of the ledger is not what the rules give.`,
        'See "The draw does not answer" in docs/run/draw-and-keys.md, and change nothing before.',
      );
    default:
      return health satisfies never;
  }
}

const limitWarningShare = 0.8;

/** How much of the rupees for codes has been spent. */
export async function checkLimits(
  database: Database,
  { campaign, budget }: ServeConfig,
  now: number,
): Promise<Finding> {
  const limits = checkOf('limits');
  const sent = await readCampaignCounts(database, campaign, now);
  const spent = (['hour', 'day'] as const).map((span) => ({
    span,
    share: sent[span] / codesPaid(budget, span),
  }));
  const high = spent.filter(({ share }) => share >= limitWarningShare);
  const spelled = spent.map(({ span, share }) => `${Math.round(share * 100)} % of the ${span}`);
  const found = `Codes have used ${spelled.join(' and ')}'s rupees.`;
  return high.length === 0
    ? limits.ok(found)
    : limits.warning(
        found,
        'See "A flood of codes" in docs/run/deliveries.md; SMS_RUPEES_PER_HOUR and SMS_RUPEES_PER_DAY raise it.',
      );
}
