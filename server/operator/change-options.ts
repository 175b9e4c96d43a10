import type { Command } from 'commander';
import * as z from 'zod';
import type { Operator } from '../database/audit-log.ts';
import { UsageError } from './command-context.ts';
import { systemUserName } from './system-user-name.ts';

export function addWhoAndWhy(command: Command): void {
  command
    .option('--why <reason>', 'the reason, for the audit log')
    .option('--by <name>', 'who does it, for the audit log', systemUserName());
}

export const whoAndWhy = { why: z.string().optional(), by: z.string() };

/** The options of a command that cannot be undone. */
export function addChangeOptions(command: Command): void {
  addWhoAndWhy(command);
  command
    .option('--dry-run', 'show what would be done without changing anything')
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
 * @throws UsageError if one of the two is missing
 */
export function operatorOf(
  { by, why = '' }: { by: string; why?: string | undefined },
  at: number,
): Operator {
  const operator = { by: by.trim(), reason: why.trim() };
  if (operator.reason === '')
    throw new UsageError('Give a reason for the audit log: --why "the reason".');
  if (operator.by === '')
    throw new UsageError('Give your name for the audit log: --by "your name".');
  return { ...operator, at };
}
