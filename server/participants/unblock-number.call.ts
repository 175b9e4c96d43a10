import { setBlocked } from './number-changes.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { assertKnownNumber } from './assert-known-number.call.ts';
import { changeOf } from '../console/audit-entry.ts';

export const unblockNumber: ConsoleHandler<'unblockNumber'> = async (context, fields, signedIn) => {
  const change = changeOf(context, fields, signedIn, 'console person unblock');
  await assertKnownNumber(context, change.mobileIndex);
  const isChanged = await setBlocked(context.database, { ...change, isBlocked: false });
  const message = isChanged
    ? 'Unblocked: it can register again.'
    : 'It was not blocked: nothing was changed.';
  return { isChanged, message };
};
