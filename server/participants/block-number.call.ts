import { setBlocked } from './number-changes.sql.ts';
import type { ConsoleHandler } from '../console/context.ts';
import { assertKnownNumber } from './assert-known-number.call.ts';
import { changeOf } from '../console/audit-entry.ts';

export const blockNumber: ConsoleHandler<'blockNumber'> = async (context, fields, signedIn) => {
  const change = changeOf(context, fields, signedIn, 'console person block');
  await assertKnownNumber(context, change.mobileIndex);
  const isChanged = await setBlocked(context.database, { ...change, isBlocked: true });
  const message = isChanged
    ? 'Blocked, and its sessions have ended. A reward that it has already is still sent.'
    : 'It was blocked already: nothing was changed.';
  return { isChanged, message };
};
