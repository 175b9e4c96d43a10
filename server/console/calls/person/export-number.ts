import { indianDay } from '../../../rules/period.ts';
import { recordAudit } from '../../../storage/audit-log.ts';
import { exportNumber as read } from '../../../support/people/export-number.ts';
import type { ConsoleHandler } from '../../context.ts';
import { assertKnownNumber } from './assert-known-number.ts';
import { changeOf } from '../audit/audit-entry.ts';

/** For the person: with the number and the name, so it is recorded before anything is answered. */
export const exportNumber: ConsoleHandler<'exportNumber'> = async (context, fields, signedIn) => {
  const { database, keys } = context;
  const change = changeOf(context, fields, signedIn, 'console person export');
  const { campaign, mobileIndex, audit } = change;
  await assertKnownNumber(context, mobileIndex);
  const stored = await read({ database, campaign, keys, mobileIndex });
  await recordAudit(database, audit);
  const day = indianDay(context.clocks.campaign());
  const json = `${JSON.stringify(stored, null, 2)}\n`;
  return { fileName: `${campaign}-person-${day}.json`, json };
};
