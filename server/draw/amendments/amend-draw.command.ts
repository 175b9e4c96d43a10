// Shared by the commands that change the commitment (docs/decisions/0031).
import type { Amendment } from './amendment.rules.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { amendDraw, type Amended, type AmendmentRequest } from './amendments.sql.ts';
import { operatorOf } from '../../operator/options.ts';
import type { CommandContext, CommandResult } from '../../operator/command-context.ts';
import { confirm } from '../../operator/read-mobile.ts';
import { drawSecretOf } from '../commitment.rules.ts';
import { readRevealConfig } from '../../operator/settings/operator-config.ts';
import { withOpenDatabase } from '../../operator/with-database.ts';

type Who = {
  by: string;
  why?: string | undefined;
  yes: boolean;
  dryRun: boolean;
};

export type AmendOptions = {
  command: string;
  who: Who;
  amendmentOf: AmendmentRequest['amendmentOf'];
  /** What will happen, as a sentence. */
  warningOf: (amended: Amended) => string;
  answerOf: (amended: Amended & { campaign: string }) => CommandResult;
};

const detailsOf = ({ blocks, fixed, reserve, to }: Amendment) => ({
  blocks,
  fixed: fixed.join(' '),
  reserve,
  to,
});

/** After the confirmation the amendment is decided again, on what is in force by then. */
export function amendByCommand(
  context: CommandContext,
  { command, who, amendmentOf, warningOf, answerOf }: AmendOptions,
): Promise<CommandResult> {
  const config = readRevealConfig(context.variables);
  return withOpenDatabase(context, config, async ({ database, clocks, id, drawParts }) => {
    const amendment = {
      drawSecret: drawSecretOf(drawParts),
      amendmentOf,
      today: () => indianDay(clocks.campaign()),
    };
    const planned = await amendDraw(database, id, amendment);
    if (who.dryRun) return answerOf({ ...planned, campaign: id });
    operatorOf(who, clocks.wall());
    const warning = `${warningOf(planned)} It is published at once and cannot be undone.`;
    await confirm(context, { warning, campaign: id, yes: who.yes });
    const amended = await amendDraw(database, id, {
      ...amendment,
      auditOf: (made) => ({
        campaign: id,
        command,
        operator: operatorOf(who, clocks.wall()),
        details: detailsOf(made),
      }),
    });
    return answerOf({ ...amended, campaign: id });
  });
}
