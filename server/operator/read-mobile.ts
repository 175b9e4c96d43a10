// A shopper's number is typed or piped in, because an argument would stay in the shell's history.
// It is never printed, and no row of the audit log contains it.
import { createInterface } from 'node:readline/promises';
import { parseMobile } from '../participants/find-person.call.ts';
import { UsageError, type CommandContext } from './command-context.ts';

/**
 * Asks for a mobile number at a terminal, or reads the first line of stdin.
 * @returns ten digits
 * @throws UsageError for anything that is not an Indian mobile number
 */
export async function readMobile(
  context: Pick<CommandContext, 'input' | 'errors'>,
): Promise<string> {
  return mobileOf(await readLine(context, 'Mobile number'));
}

/**
 * @returns ten digits
 * @throws UsageError for anything that is not an Indian mobile number, without repeating it
 */
export function mobileOf(written: string): string {
  const mobile = parseMobile(written);
  if (mobile !== undefined) return mobile;
  throw new UsageError(
    'This is not an Indian mobile number. Enter 10 digits, the first of them 5 to 9.',
  );
}

/** Asks at a terminal, or reads the first line of stdin. @param question such as `Mobile number` */
export async function readLine(
  { input, errors }: Pick<CommandContext, 'input' | 'errors'>,
  question: string,
): Promise<string> {
  const lines = createInterface({ input, output: errors, terminal: false });
  try {
    if (input.isTTY === true) errors.write(`${question}: `);
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}
