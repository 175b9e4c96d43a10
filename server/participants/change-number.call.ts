import { setBlocked, unlockNumber as unlock, eraseNumber as erase } from './number-changes.sql.ts';
import type { ConsoleHandler, ConsoleContext } from '../console/context.ts';
import { changeOf } from '../console/audit-words.ts';
import { isKnownNumber } from './person-reads.sql.ts';
import { ConsoleRefusal } from '../console/refusal.ts';
import type { Database } from '../database/database.ts';
import { readNumberRecord } from './number-record.sql.ts';
import { readPersonEvents } from './person-events.sql.ts';

export const blockNumber: ConsoleHandler<'blockNumber'> = async (context, fields, signedIn) => {
  const change = changeOf(context, fields, signedIn, 'console person block');
  await assertKnownNumber(context, change.mobileIndex);
  const isChanged = await setBlocked(context.database, { ...change, isBlocked: true });
  const message = isChanged
    ? 'Blocked, and its sessions have ended. A reward that it already has is still sent.'
    : 'It was blocked already: nothing was changed.';
  return { isChanged, message };
};

export const unblockNumber: ConsoleHandler<'unblockNumber'> = async (context, fields, signedIn) => {
  const change = changeOf(context, fields, signedIn, 'console person unblock');
  await assertKnownNumber(context, change.mobileIndex);
  const isChanged = await setBlocked(context.database, { ...change, isBlocked: false });
  const message = isChanged
    ? 'Unblocked: it can register again.'
    : 'It was not blocked: nothing was changed.';
  return { isChanged, message };
};

export const unlockNumber: ConsoleHandler<'unlockNumber'> = async (context, fields, signedIn) => {
  const change = changeOf(context, fields, signedIn, 'console person unlock');
  await assertKnownNumber(context, change.mobileIndex);
  const isChanged = await unlock(context.database, change);
  const message = isChanged
    ? 'Unlocked: its limits are reset, and it gets codes again. A block remains.'
    : 'Nothing was counted for this number: nothing was changed.';
  return { isChanged, message };
};

/** @throws ConsoleRefusal for a number that has no data in this campaign */
export async function assertKnownNumber(
  { database, campaign }: ConsoleContext,
  mobileIndex: Buffer,
): Promise<void> {
  if (await isKnownNumber(database, campaign.id, mobileIndex)) return;
  throw new ConsoleRefusal('notFound', 'Nothing is stored about this person. Look them up again.');
}

const owed =
  'A voucher is not sent yet: nothing was erased. Erase it once it is sent. If its owner gives it up, the command line can: number erase --forfeit-voucher.';

export const erasedSentence =
  'Erased: name, number, details, registrations, OTPs and sessions. Kept: that the number has taken part, so that it cannot claim more than it may, its entries in the ledger, and the rows of the audit log.';

/** Like the command without `--forfeit-voucher`. */
export const eraseNumber: ConsoleHandler<'eraseNumber'> = async (context, fields, signedIn) => {
  const { database } = context;
  const change = changeOf(context, fields, signedIn, 'console person erase');
  const { isKnown, isOwed } = await readErasureState(database, change.campaign, change.mobileIndex);
  if (!isKnown) {
    throw new ConsoleRefusal('notFound', 'Nothing is stored about this number: nothing to erase.');
  }
  if (isOwed) throw new ConsoleRefusal('refused', owed);
  const audit = { ...change.audit, details: { ...change.audit.details, forfeited: false } };
  const erasure = await erase(database, { ...change, audit, isForfeited: false });
  if (erasure === 'voucherOwed') throw new ConsoleRefusal('refused', owed);
  const isChanged = erasure === 'erased';
  const message = isChanged
    ? erasedSentence
    : 'Nothing is stored about this number any more: nothing was changed.';
  return { isChanged, message };
};

/** Whether there is anything to erase, and whether a voucher must be sent first. */
export async function readErasureState(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
): Promise<{ isKnown: boolean; isOwed: boolean }> {
  const record = await readNumberRecord(database, campaign, mobileIndex);
  const { participations, registrations } = record;
  const { messages } = await readPersonEvents(database, campaign, mobileIndex, participations);
  return {
    isKnown: participations.length > 0 || registrations.length > 0 || messages.length > 0,
    isOwed: messages.some(
      ({ kind, state }) => kind === 'voucher' && (state === 'owed' || state === 'assigned'),
    ),
  };
}
