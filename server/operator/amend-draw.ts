// What the commands share that change the commitment (docs/decisions/0031).
import { indianDay } from '../rules/period.ts';
import { amendDraw, type Amended, type AmendmentRequest } from '../storage/draw/amendments.ts';
import { operatorOf } from './change-options.ts';
import type { CommandContext } from './command-context.ts';
import { confirm } from './confirm.ts';
import { withDrawSecret } from './with-database.ts';

export type AmendOptions = {
  command: string;
  who: { by: string; why?: string | undefined; yes: boolean; dryRun: boolean };
  amendmentOf: AmendmentRequest['amendmentOf'];
  /** What will happen, as a sentence. */
  warningOf: (amended: Amended) => string;
};

/** The amendment is decided again after the confirmation, on what is in force by then. */
export function amendByCommand(
  context: CommandContext,
  { command, who, amendmentOf, warningOf }: AmendOptions,
): Promise<Amended & { campaign: string }> {
  return withDrawSecret(context, async ({ database, clocks, id, drawSecret }) => {
    const amend = (isDryRun: boolean) =>
      amendDraw(database, id, {
        drawSecret,
        amendmentOf,
        today: () => indianDay(clocks.campaign()),
        isDryRun,
        auditOf: ({ blocks, fixed, reserve, to }) => ({
          campaign: id,
          command,
          operator: operatorOf(who, clocks.wall()),
          details: { blocks, fixed: fixed.join(' '), reserve, to },
        }),
      });
    const planned = await amend(true);
    if (who.dryRun) return { ...planned, campaign: id };
    operatorOf(who, clocks.wall());
    const warning = `${warningOf(planned)} It is published at once and cannot be undone.`;
    await confirm(context, { warning, campaign: id, yes: who.yes });
    return { ...(await amend(false)), campaign: id };
  });
}
