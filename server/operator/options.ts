import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Operator } from '../database/audit-log.ts';
import { UsageError } from './command-context.ts';
import os from 'node:os';
import { parseDay } from '../platform/format.ts';
import { dayStart } from '../platform/period.rules.ts';
import type { Period } from '../database/read-only.ts';
import type { Clocks } from '../database/clocks.ts';

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

/** Empty for a user without a name, as in some containers, for whom Node throws. */
export function systemUserName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}

/** Parses an option that is a day. */
export function dayOption(text: string): string {
  const day = parseDay(text);
  // Others are a slip, and no verifier takes them as a last day.
  if (day?.startsWith('20') === true) return day;
  throw new InvalidArgumentError('Write a day such as 2027-03-31.');
}

const dayMs = 86_400_000;

export function addPeriod(command: Command): void {
  command
    .option('--from <day>', 'the first day, in India', dayOption)
    .option('--until <day>', 'the last day, in India', dayOption);
}

export const periodShape = { from: z.string().optional(), until: z.string().optional() };

/**
 * Both days are included, by the campaign's clock; a missing day means no limit.
 * @throws UsageError if the last day is before the first
 */
export function periodOf(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  clocks: Clocks,
): Period {
  if (from !== undefined && until !== undefined && until < from) {
    throw new UsageError('--until must not be before --from.');
  }
  const wall = clocks.wall();
  const campaignAheadMs = Math.round(clocks.campaign() - wall);
  return {
    from: from === undefined ? 0 : dayStart(from) - campaignAheadMs,
    until: until === undefined ? wall + dayMs : dayStart(until) + dayMs - campaignAheadMs,
    campaignAheadMs,
  };
}

export const separatorShape = { separator: z.enum(['comma', 'semicolon', 'tab']).optional() };

export const separatorOption = () =>
  new Option('--separator <name>', 'what is between the columns, if it is not found').choices(
    separatorShape.separator.unwrap().options,
  );
