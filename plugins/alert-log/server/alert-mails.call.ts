import type { ConsoleHandler } from '@inaam/server/console/context.ts';
import { campaignAheadMs } from '@inaam/server/platform/period.rules.ts';
import { readMails } from './alert-mails.sql.ts';

export const linesMax = 50;

export const readAlertMails: ConsoleHandler<'readAlertMails'> = async (
  { database, campaign, clocks },
  { before },
) => {
  const aheadMs = campaignAheadMs(clocks);
  const found = await readMails(database, campaign.id, { before, max: linesMax + 1 });
  const mails = found.slice(0, linesMax).map((mail) => ({ ...mail, at: mail.at + aheadMs }));
  return { mails, hasMore: found.length > linesMax };
};
