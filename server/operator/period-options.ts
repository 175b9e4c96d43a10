import type { Command } from 'commander';
import * as z from 'zod';
import { dayStart } from '../platform/period.rules.ts';
import type { Period } from '../database/read-only.ts';
import type { Clocks } from '../database/clocks.ts';
import { UsageError } from './command-context.ts';
import { dayOption } from './day-option.ts';

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
