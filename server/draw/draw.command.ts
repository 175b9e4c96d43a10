import type * as z from 'zod';
import { loadCampaign, loadForLaunch } from '@inaam/campaigns/loader/load-campaign.ts';
import { commitmentOf, overFaults } from './campaign-commitment.ts';
import { type Commitment, drawSecretOf } from './commitment.rules.ts';
import { dayStart } from '../platform/period.rules.ts';
import { assertCommitted, assertOwnSecret, commitDraw, readCommitment } from './commitments.sql.ts';
import { readCommitConfig, readRevealConfig } from '../operator/settings/operator-config.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { changeShape, operatorOf } from '../operator/options.ts';
import { commandOf } from '../operator/add-command.ts';
import { confirm } from '../operator/read-mobile.ts';
import {
  RefusedError,
  type CommandContext,
  type CommandResult,
} from '../operator/command-context.ts';
import { assertRevealable, readReveal, revealSecret } from './draw-reveal.sql.ts';

export const addDrawCommit = commandOf({
  detail:
    'This cannot be undone or changed: the site publishes the hash, and no program starts without it.\nThe secret is DRAW_PART_ONE and DRAW_PART_TWO, each placed by its holder. Each must keep a copy until after the end: without both nobody can check the draw.',
  examples: [
    'draw commit --dry-run',
    'draw commit --why "launch of May, approved by the brand"',
    'draw commit --why "launch of May" --by asha --yes --json',
  ],
  shape: changeShape,
  run: (options, { context }) => commitToDraw(context, options),
});

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

const opening = {
  committed: 'Committed.',
  already: 'The draw was already committed to; nothing was changed.',
  wouldCommit: 'Dry run: nothing was changed. The commitment would be:',
};

function answerOf(
  result: keyof typeof opening,
  { document, text, hash }: Commitment,
  isLate: boolean,
): CommandResult {
  const lines = [
    opening[result],
    `  commitment  ${hash}`,
    `  document    ${text}`,
    'The hash is the SHA-256 of the document. The site shows the document at /draw/commitment.json and the hash in its terms.',
    ...(isLate ? ['Warning: the programme has already begun.'] : []),
  ];
  return {
    text: lines.join('\n'),
    json: { campaign: document.campaign, result, commitment: hash, document, isLate },
  };
}

export const addDrawReveal = commandOf({
  detail:
    'Once the campaign and the 24 hours for late claims are over. This cannot be undone, and no reward is granted afterwards. It needs both parts of the secret.',
  examples: [
    'draw reveal --dry-run',
    'draw reveal --why "the campaign has ended"',
    'draw reveal --why "the campaign has ended" --by asha --yes --json',
  ],
  shape: changeShape,
  run: (options, { context }) => {
    const config = readRevealConfig(context.variables);
    const drawSecret = drawSecretOf(config.drawParts);
    return withOpenDatabase(context, config, async ({ database, clocks, id }) => {
      const revealed = await readReveal(database, id);
      if (revealed) return revealAnswer('already', id, revealed.at);
      const now = clocks.campaign();
      await assertRevealable(database, id, drawSecret, now);
      if (options.dryRun) return revealAnswer('wouldReveal', id, null);

      const operator = operatorOf(options, clocks.wall());
      const warning = `The draw secret of "${id}" will become public. This cannot be undone, and no reward is granted afterwards.`;
      await confirm(context, { warning, campaign: id, yes: options.yes });
      const { kind, at } = await revealSecret(database, id, drawSecret, operator, now);
      return revealAnswer(kind, id, at);
    });
  },
});

const revealOpening = {
  revealed: 'Revealed.',
  already: 'The secret was already revealed; nothing was changed.',
  wouldReveal: 'Dry run: nothing was changed. The secret could be revealed now.',
};

function revealAnswer(result: keyof typeof revealOpening, campaign: string, at: number | null) {
  const revealedAt = at === null ? null : new Date(at).toISOString();
  return {
    text: `${revealOpening[result]} From then on the site shows the secret at /draw/secret.txt and the whole ledger at /draw/ledger.jsonl.`,
    json: { campaign, result, revealedAt },
  };
}
