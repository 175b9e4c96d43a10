import type { Command } from 'commander';
import { assertRevealable, readReveal, revealSecret } from './draw-reveal.sql.ts';
import { drawSecretOf } from './commitment.rules.ts';
import { readRevealConfig } from '../operator/settings/operator-config.ts';
import { withOpenDatabase } from '../operator/with-database.ts';
import { addChangeOptions, changeShape, operatorOf } from '../operator/options.ts';
import { addCommand } from '../operator/add-command.ts';
import { confirm } from '../operator/read-mobile.ts';
import type { CommandResult, Session } from '../operator/command-context.ts';

export function addDrawReveal(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    detail:
      'Once the campaign and the 24 hours for late claims are over. This cannot be undone, and no reward is granted afterwards. It needs both parts of the secret.',
    examples: [
      'draw reveal --dry-run',
      'draw reveal --why "the campaign has ended"',
      'draw reveal --why "the campaign has ended" --by asha --yes --json',
    ],
    add: addChangeOptions,
    shape: changeShape,
    run: (options) => {
      const config = readRevealConfig(context.variables);
      const drawSecret = drawSecretOf(config.drawParts);
      return withOpenDatabase(context, config, async ({ database, clocks, id }) => {
        const revealed = await readReveal(database, id);
        if (revealed) return answerOf('already', id, revealed.at);
        const now = clocks.campaign();
        await assertRevealable(database, id, drawSecret, now);
        if (options.dryRun) return answerOf('wouldReveal', id, null);

        const operator = operatorOf(options, clocks.wall());
        const warning = `The draw secret of "${id}" will become public. This cannot be undone, and no reward is granted afterwards.`;
        await confirm(context, { warning, campaign: id, yes: options.yes });
        const { kind, at } = await revealSecret(database, id, drawSecret, operator, now);
        return answerOf(kind, id, at);
      });
    },
  });
}

type Result = 'revealed' | 'already' | 'wouldReveal';

const opening: Record<Result, string> = {
  revealed: 'Revealed.',
  already: 'The secret was already revealed; nothing was changed.',
  wouldReveal: 'Dry run: nothing was changed. The secret could be revealed now.',
};

function answerOf(result: Result, campaign: string, at: number | null): CommandResult {
  const revealedAt = at === null ? null : new Date(at).toISOString();
  return {
    text: `${opening[result]} From then on the site shows the secret at /draw/secret.txt and the whole ledger at /draw/ledger.jsonl.`,
    json: { campaign, result, revealedAt },
  };
}
