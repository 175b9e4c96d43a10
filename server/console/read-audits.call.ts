import { campaignAheadMs } from '../platform/clock-offset.rules.ts';
import { dayAfter, dayStart } from '../platform/period.rules.ts';
import { readAuditPage } from '../database/audits.ts';
import type { ConsoleHandler } from './context.ts';
import { ConsoleRefusal } from './refusal.ts';
import { withoutNumbers } from './audit-entry.ts';
import { commandInWords, detailsInWords } from './audit-words.ts';

/** Pages begin at a row's number, so that rows added meanwhile move none to another page. */
export const readAudits: ConsoleHandler<'readAudits'> = async (
  { database, campaign, clocks },
  { by, command, from, until, before, most },
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
  const found = await readAuditPage(database, campaign.id, filter, most + 1);
  return {
    rows: found.slice(0, most).map(({ at, details, why, ...row }) => ({
      ...row,
      why: withoutNumbers(why),
      at: at + aheadMs,
      what: commandInWords(row.command),
      details: detailsInWords(details),
    })),
    hasMore: found.length > most,
  };
};
