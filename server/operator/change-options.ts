import { userInfo } from 'node:os';
import type { Command } from 'commander';
import * as z from 'zod';
import type { Operator } from '../storage/audit-log.ts';
import { UsageError } from './command-context.ts';

export function addWhoAndWhy(command: Command): void {
  command
    .option('--why <reason>', 'why it is done, for the audit log')
    .option('--by <name>', 'who does it, for the audit log', userInfo().username);
}

export const whoAndWhy = { why: z.string().optional(), by: z.string() };

/** The options of a command that cannot be undone. */
export function addChangeOptions(command: Command): void {
  addWhoAndWhy(command);
  command
    .option('--dry-run', 'look what would be done, and change nothing')
    .option('--yes', 'do not ask: it was confirmed elsewhere');
}

export const changeShape = {
  ...whoAndWhy,
  dryRun: z.boolean().default(false),
  yes: z.boolean().default(false),
};

/**
 * Who does it and why, for the audit log.
 * @param at wall time, ms
 * @throws UsageError where one of the two is missing
 */
export function operatorOf(
  { by, why = '' }: { by: string; why?: string | undefined },
  at: number,
): Operator {
  const operator = { by: by.trim(), why: why.trim() };
  if (operator.why === '') throw new UsageError('Say why, for the audit log: --why "the reason".');
  if (operator.by === '')
    throw new UsageError('Say who does it, for the audit log: --by "your name".');
  return { ...operator, at };
}
