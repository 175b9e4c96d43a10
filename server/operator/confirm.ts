// What cannot be undone is confirmed: by typing the campaign's id at a terminal, or by --yes. Without either it is
// refused, so that no script does it by mistake. Changes nothing.
import { createInterface } from 'node:readline/promises';
import { Refused, type Desk } from './desk.ts';

/**
 * @param warning what will happen, and that it stays so
 * @throws Refused where it was not confirmed
 */
export async function confirm(
  { input, errors }: Pick<Desk, 'input' | 'errors'>,
  { warning, campaign, yes }: { warning: string; campaign: string; yes: boolean },
): Promise<void> {
  if (yes) return;
  if (input.isTTY !== true) {
    throw new Refused(
      `${warning} Nothing was changed: there is no terminal to confirm it at. Look at it with --dry-run, then add --yes.`,
    );
  }
  const asking = createInterface({ input, output: errors });
  try {
    const typed = await asking.question(`${warning}\nType the campaign's id to go on: `);
    if (typed.trim() === campaign) return;
    throw new Refused(`That is not "${campaign}": nothing was changed.`);
  } finally {
    asking.close();
  }
}
