// Shared by the commands about one number: they ask for the number, and record with its index who
// asks and why.
import type { numberKeysOf } from '../platform/keys.ts';
import type { Audit } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { operatorOf } from '../operator/change-options.ts';
import type { CommandContext, CommandResult } from '../operator/command-context.ts';
import { readMobile } from '../operator/read-mobile.ts';
import { withNumberKeys } from '../operator/with-database.ts';

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
