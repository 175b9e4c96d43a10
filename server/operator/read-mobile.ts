// A shopper's number is typed or piped in, because an argument would stay in the shell's history.
// It is never printed, and no row of the audit log contains it.
import { createInterface } from 'node:readline/promises';
import { parseMobile } from '../platform/format.ts';
import { UsageError, type CommandContext, RefusedError } from './command-context.ts';

/**
 * Asks for a mobile number at a terminal, or reads the first line of stdin.
 * @returns ten digits
 * @throws UsageError for nothing, and for anything that is not an Indian mobile number
 */
export async function readMobile(
  context: Pick<CommandContext, 'input' | 'errors'>,
): Promise<string> {
  const line = await readLine(context, 'Mobile number');
  if (line.trim() === '') {
    throw new UsageError(
      'No mobile number was given. Type it at the terminal, or pipe it in: `… < number.txt`.',
    );
  }
  const mobile = parseMobile(line);
  if (mobile !== undefined) return mobile;
  throw new UsageError(
    'This is not an Indian mobile number. Enter 10 digits, the first of them 5 to 9.',
  );
}

/** Asks at a terminal, or reads the first line of stdin. @param question such as `Mobile number` */
async function readLine(
  { input, errors }: Pick<CommandContext, 'input' | 'errors'>,
  question: string,
): Promise<string> {
  const lines = createInterface({ input, output: errors, terminal: false });
  let length = 0;
  const count = (piece: string | Buffer) => {
    length += piece.length;
    if (length > inputMax) lines.close();
  };
  input.on('data', count);
  try {
    if (input.isTTY === true) errors.write(`${question}: `);
    for await (const line of lines) return line;
    return length > inputMax ? 'too long' : '';
  } finally {
    input.off('data', count);
    lines.close();
  }
}

/** A number, and whatever a person's file has behind it. */
const inputMax = 100_000;

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
