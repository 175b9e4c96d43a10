// Shared by the commands about one number: they ask for the number, and record with its index who
// asks and why.
import type { numberKeysOf } from '../../keys/keys.ts';
import type { Audit } from '../../storage/audit-log.ts';
import type { Database } from '../../storage/database.ts';
import { operatorOf } from '../options/change-options.ts';
import type { CommandContext, CommandResult } from '../command-context.ts';
import { readMobile } from '../prompts/read-mobile.ts';
import { withNumberKeys } from '../database/with-database.ts';

export type NumberContext = {
  database: Database;
  campaign: string;
  keys: ReturnType<typeof numberKeysOf>;
  mobileIndex: Buffer;
  /** For the audit log; `details` names the number by its index. */
  audit: Audit;
  /** Wall time, ms. */
  now: number;
};

/** @throws UsageError without a reason, before the number is asked for */
export function withNumber(
  context: CommandContext,
  command: string,
  who: { by: string; why?: string | undefined },
  work: (number: NumberContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  return withNumberKeys(context, async ({ database, clocks, id: campaign, keys }) => {
    const now = clocks.wall();
    const operator = operatorOf(who, now);
    const mobileIndex = keys.mobileIndex(await readMobile(context));
    const details = { number: mobileIndex.toString('hex') };
    const audit = { campaign, command, operator, details };
    return work({ database, campaign, keys, mobileIndex, audit, now });
  });
}
