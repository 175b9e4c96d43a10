import { InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Operator } from '../database/audit-log.ts';
import { flagOption, optionOf, textOption } from './add-command.ts';
import { UsageError } from './command-context.ts';
import os from 'node:os';
import { parseDay } from '../platform/format.ts';
import { dayStart, dayMs } from '../platform/period.rules.ts';
import type { Period } from '../database/read-only.ts';
import type { Clocks } from '../database/clocks.ts';

const by = new Option('--by <name>', 'who does it, for the audit log').default(systemUserName());

export const whoAndWhy = {
  why: textOption('--why <reason>', 'the reason, for the audit log'),
  by: optionOf(by, z.string()),
};

/** The options of a command that cannot be undone. */
export const changeShape = {
  ...whoAndWhy,
  dryRun: flagOption('--dry-run', 'show what would be done without changing anything'),
  yes: flagOption('--yes', 'do not ask for confirmation'),
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

export function dayOption(text: string): string {
  const day = parseDay(text);
  // Others are a slip, and no verifier takes them as a last day.
  if (day?.startsWith('20') === true) return day;
  throw new InvalidArgumentError('Write a day such as 2027-03-31.');
}

export const optionOfDay = (flags: string, about: string) =>
  optionOf(new Option(flags, about).argParser(dayOption), z.string().optional());

export const periodShape = {
  from: optionOfDay('--from <day>', 'the first day, in India'),
  until: optionOfDay('--until <day>', 'the last day, in India'),
};

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

const separators = ['comma', 'semicolon', 'tab'] as const;
const separator = new Option(
  '--separator <name>',
  'what separates the columns, if it is not detected',
);

export const separatorShape = {
  separator: optionOf(separator.choices(separators), z.enum(separators).optional()),
};
