import { campaignAheadMs, dayAfter, dayStart } from '../platform/period.rules.ts';
import { readAuditPage, readAuditChoices as read } from '../database/audit-log.ts';
import type { ConsoleHandler } from './context.ts';
import { ConsoleRefusal } from './refusal.ts';
import { withoutNumbers, commandInWords, detailsInWords } from './audit-words.ts';

/** Pages begin at a row's number, so that new rows do not move others to another page. */
export const readAudits: ConsoleHandler<'readAudits'> = async (
  { database, campaign, clocks },
  { by, command, from, until, before, max },
  signedIn,
) => {
  if (from !== null && until !== null && until < from) {
    throw new ConsoleRefusal('invalid', 'The last day must not be before the first.');
  }
  const aheadMs = campaignAheadMs(clocks);
  const filter = {
    by,
    command,
    from: from === null ? null : dayStart(from) - aheadMs,
    until: until === null ? null : dayStart(dayAfter(until)) - aheadMs,
    before,
  };
  const found = await readAuditPage(database, campaign.id, filter, max + 1);
  return {
    rows: found.slice(0, max).map(({ at, details, reason, ...row }) => ({
      ...row,
      reason: withoutNumbers(reason),
      at: at + aheadMs,
      what: commandInWords(row.command),
      // A command shows them whole, for scripts.
      details: signedIn.command === undefined ? detailsInWords(details) : JSON.stringify(details),
    })),
    hasMore: found.length > max,
  };
};

export const readAuditChoices: ConsoleHandler<'readAuditChoices'> = async ({
  database,
  campaign,
}) => {
  const people = await read(database, campaign.id, 'operator');
  const commands = await read(database, campaign.id, 'command');
  return {
    people,
    commands: commands.map((command) => ({ command, what: commandInWords(command) })),
  };
};
