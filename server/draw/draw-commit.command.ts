import type { Command } from 'commander';
import type * as z from 'zod';
import { loadCampaign, loadForLaunch } from '@inaam/campaigns/loader/load-campaign.ts';
import { commitmentOf, overFaults } from './campaign-commitment.ts';
import type { Commitment } from './commitment.rules.ts';
import { dayStart } from '../platform/period.rules.ts';
import { assertCommitted, assertOwnSecret, commitDraw, readCommitment } from './commitments.sql.ts';
import { readCommitConfig } from '../operator/settings/operator-config.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { addCommand } from '../operator/add-command.ts';
import { confirm } from '../operator/read-mobile.ts';
import {
  RefusedError,
  type CommandContext,
  type CommandResult,
  type Session,
} from '../operator/command-context.ts';

export function addDrawCommit(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'This cannot be undone or changed: the site publishes the hash, and no program starts without it.\nThe secret is DRAW_PART_ONE and DRAW_PART_TWO, each placed by its holder. Each must keep a copy until after the end: without both nobody can check the draw.',
    examples: [
      'draw commit --dry-run',
      'draw commit --why "launch of May, approved by the brand"',
      'draw commit --why "launch of May" --by asha --yes --json',
    ],
    add: addChangeOptions,
    shape: changeShape,
    run: (options) => commitToDraw(context, options),
  });
}

type Options = z.infer<z.ZodObject<typeof changeShape>>;

/** For `launch` too. */
export const commitToDraw = (context: CommandContext, options: Options): Promise<CommandResult> => {
  const config = readCommitConfig(context.variables);
  return withOpenDatabase(context, config, async ({ database, clocks, id, committed }) => {
    const load = context.isDemonstration === true ? loadCampaign : loadForLaunch;
    const campaign = await load(id);
    const wanted = commitmentOf(campaign, committed);
    if (await readCommitment(database, id)) {
      await assertCommitted(database, wanted.document);
      return answerOf('already', wanted, false);
    }
    await assertOwnSecret(database, wanted.document);
    const over = context.isDemonstration === true ? [] : overFaults(campaign, clocks.campaign());
    if (over.length > 0) throw new RefusedError(over.join(' '));
    const isLate = clocks.campaign() >= dayStart(campaign.programme.from);
    if (options.dryRun) return answerOf('wouldCommit', wanted, isLate);

    const operator = operatorOf(options, clocks.wall());
    const warning = `The draw of "${id}" will be bound to ${wanted.hash}. This cannot be undone.`;
    await confirm(context, { warning, campaign: id, yes: options.yes });
    const { kind } = await commitDraw(database, wanted, operator);
    return answerOf(kind, wanted, isLate);
  });
};

type Result = 'committed' | 'already' | 'wouldCommit';

const opening: Record<Result, string> = {
  committed: 'Committed.',
  already: 'The draw was already committed to; nothing was changed.',
  wouldCommit: 'Dry run: nothing was changed. The commitment would be:',
};

function answerOf(
  result: Result,
  { document, text, hash }: Commitment,
  isLate: boolean,
): CommandResult {
  const lines = [
    opening[result],
    `  commitment  ${hash}`,
    `  document    ${text}`,
    'The hash is the SHA-256 of the document. The site shows the document at /draw/commitment.json and the hash in its terms.',
    ...(isLate
      ? [
          'Warning: the programme has already begun. A commitment is more convincing if it is published before the start.',
        ]
      : []),
  ];
  return {
    text: lines.join('\n'),
    json: { campaign: document.campaign, result, commitment: hash, document, isLate },
  };
}
