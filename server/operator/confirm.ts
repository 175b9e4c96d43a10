// What cannot be undone is confirmed: by typing the campaign's id at a terminal, or by --yes. Without either it is
// refused, so that no script does it by mistake. Changes nothing.
import { createInterface } from 'node:readline/promises';
import { RefusedError, type CommandContext } from './command-context.ts';

/**
 * @param warning what will happen, and that it stays so
 * @throws Refused where it was not confirmed
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
  const asking = createInterface({ input, output: errors });
  try {
    const typed = await asking.question(`${warning}\nType the campaign's id to go on: `);
    if (typed.trim() === campaign) return;
    throw new RefusedError(`That is not "${campaign}": nothing was changed.`);
  } finally {
    asking.close();
  }
}
