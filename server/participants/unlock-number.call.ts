import { unlockNumber as unlock } from './number-changes.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { assertKnownNumber } from './assert-known-number.call.ts';
import { changeOf } from '../console/audit-entry.ts';

export const unlockNumber: ConsoleHandler<'unlockNumber'> = async (context, fields, signedIn) => {
  const change = changeOf(context, fields, signedIn, 'console person unlock');
  await assertKnownNumber(context, change.mobileIndex);
  const isChanged = await unlock(context.database, change);
  const message = isChanged
    ? 'Unlocked: its limits start anew, and it gets codes again. A block stays.'
    : 'Nothing was counted for this number: nothing was changed.';
  return { isChanged, message };
};
