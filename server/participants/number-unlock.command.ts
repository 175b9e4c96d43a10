import type { Command } from 'commander';
import { unlockNumber } from './number-changes.sql.ts';
import { addCommand } from '../operator/add-command.ts';
import { addWhoAndWhy, whoAndWhy } from '../operator/change-options.ts';
import type { Session } from '../operator/command-context.ts';
import { withNumber } from './with-number.command.ts';

export function addNumberUnlock(parent: Command, session: Session): void {
  const { context } = session;
  addCommand(parent, session, {
    name: 'number unlock',
    summary: 'forget what a number has used up of its limits, so that it gets codes again',
    detail:
      'For an owner whose codes somebody else has used up. Each time allows as many guesses again: look who asks. A block stays.',
    examples: ['number unlock --why "ticket 4711, the owner called"'],
    add: addWhoAndWhy,
    shape: whoAndWhy,
    run: (who) =>
      withNumber(context, 'number unlock', who, async (number) => {
        const { database, campaign, mobileIndex, audit } = number;
        const isChanged = await unlockNumber(database, { campaign, mobileIndex, audit });
        return {
          text: isChanged
            ? 'Unlocked: its limits start anew.'
            : 'Nothing was counted for this number: nothing was changed.',
          json: { campaign, result: isChanged ? 'unlocked' : 'already' },
        };
      }),
  });
}
