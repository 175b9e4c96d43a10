// Shared by the commands that change the commitment (docs/decisions/0031).
import type { Amendment } from './approval.rules.ts';
import { indianDay } from '../../platform/period.rules.ts';
import { amendDraw, type Amended, type AmendmentRequest } from './amendments.sql.ts';
import { assertOneMay, propose } from './propose.command.ts';
import { operatorOf } from '../../operator/options.ts';
import type { CommandContext, CommandResult } from '../../operator/command-context.ts';
import { confirm } from '../../operator/read-mobile.ts';
import { readRevealConfig } from '../../main/settings/operator-config.ts';
import { withDatabase, withOpenDatabase } from '../../operator/with-database.ts';

type Who = {
  by: string;
  why?: string | undefined;
  yes: boolean;
  dryRun: boolean;
  key?: string | undefined;
  hours: number;
};

export type AmendOptions = {
  command: string;
  who: Who;
  amendmentOf: AmendmentRequest['amendmentOf'];
  /** What will happen, as a sentence. */
  warningOf: (amended: Amended) => string;
  answerOf: (amended: Amended & { campaign: string }) => CommandResult;
};

export const detailsOf = ({ blocks, fixed, reserve, to }: Amendment) => ({
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
  const { key } = who;
  if (key !== undefined) {
    return proposeAmendment(context, { command, who, amendmentOf, warningOf, answerOf, key });
  }
  const config = readRevealConfig(context.variables);
  return withOpenDatabase(context, config, async ({ database, clocks, id, drawSecret }) => {
    const amend = (isDryRun: boolean) =>
      amendDraw(database, id, {
        drawSecret,
        amendmentOf,
        today: () => indianDay(clocks.campaign()),
        isDryRun,
        auditOf: (amendment) => ({
          campaign: id,
          command,
          operator: operatorOf(who, clocks.wall()),
          details: detailsOf(amendment),
        }),
      });
    const planned = await amend(true);
    if (who.dryRun) return answerOf({ ...planned, campaign: id });
    assertOneMay(planned.approval);
    operatorOf(who, clocks.wall());
    const warning = `${warningOf(planned)} It is published at once and cannot be undone.`;
    await confirm(context, { warning, campaign: id, yes: who.yes });
    return answerOf({ ...(await amend(false)), campaign: id });
  });
}

/** Needs no part of the secret: the person who confirms has both parts. */
function proposeAmendment(
  context: CommandContext,
  { command, who, amendmentOf, warningOf, answerOf, key }: AmendOptions & { key: string },
): Promise<CommandResult> {
  return withDatabase(context, async ({ database, clocks, id }) => {
    const planned = await amendDraw(database, id, {
      drawSecret: undefined,
      amendmentOf,
      today: () => indianDay(clocks.campaign()),
      isDryRun: true,
      auditOf: () => {
        throw new Error('a dry run changes nothing');
      },
    });
    if (who.dryRun) return answerOf({ ...planned, campaign: id });
    const action = { kind: 'amended', approvers: null, ...planned.amendment } as const;
    return propose(context, {
      database,
      campaign: id,
      command,
      who,
      key,
      action,
      state: planned.approval,
      warning: warningOf(planned),
      wall: clocks.wall,
    });
  });
}
