import { createInterface } from 'node:readline/promises';
import { RefusedError, type CommandContext } from './command-context.ts';

/**
 * Asks for a confirmation: the campaign's id at a terminal, or --yes. A script without --yes is
 * refused.
 * @param warning what will happen, and that it cannot be undone
 * @throws RefusedError if it is not confirmed
 */
export async function confirm(
  { input, errors }: Pick<CommandContext, 'input' | 'errors'>,
  { warning, campaign, yes }: { warning: string; campaign: string; yes: boolean },
): Promise<void> {
  if (yes) return;
  if (input.isTTY !== true) {
    throw new RefusedError(
      `${warning} Nothing was changed: there is no terminal to confirm it at. Look at it with --dry-run, then add --yes.`,
    );
  }
  const prompt = createInterface({ input, output: errors });
  try {
    const typed = await prompt
      .question(`${warning}\nType the campaign's id to continue: `)
      // Ctrl-C or Ctrl-D.
      .catch(() => '');
    if (typed.trim() === campaign) return;
    throw new RefusedError(`That is not "${campaign}": nothing was changed.`);
  } finally {
    prompt.close();
  }
}
