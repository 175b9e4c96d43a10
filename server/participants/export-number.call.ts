import { indianDay } from '../platform/period.rules.ts';
import type { LookupLimit } from './person-reads.sql.ts';
import { exportNumber as read } from './export-number.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import { assertKnownNumber } from './change-number.call.ts';
import { changeOf } from '../console/audit-words.ts';
import { recordLimited } from './find-person.call.ts';

/** How many people one account may export: each file has a number and a name. */
export const exportLimit: LookupLimit = { max: 20, withinMs: 3_600_000 };

/** Exports a person's own data. The audit log records it before anything is read. */
export const exportNumber: ConsoleHandler<'exportNumber'> = async (context, fields, signedIn) => {
  const { database, keys } = context;
  const change = changeOf(context, fields, signedIn, 'console person export');
  const { campaign, mobileIndex, audit } = change;
  await assertKnownNumber(context, mobileIndex, signedIn);
  if (!(await recordLimited(database, signedIn, 'console person export', audit, exportLimit))) {
    throw new ConsoleRefusal(
      'locked',
      `You have exported ${exportLimit.max} people within an hour, which is the most. Try again later, or ask a colleague.`,
    );
  }
  const stored = await read({ database, campaign, keys, mobileIndex });
  const day = indianDay(context.clocks.campaign());
  const json = `${JSON.stringify(stored, null, 2)}\n`;
  return { fileName: `${campaign}-person-${day}.json`, json };
};
