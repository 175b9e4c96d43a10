import type { Database } from '../database/database.ts';
import { readNumberRecord } from './number-record.sql.ts';
import { readPersonEvents } from './person-events.sql.ts';

/** Whether there is anything to erase, and whether a voucher must be sent first. */
export async function readErasureState(
  database: Database,
  campaign: string,
  mobileIndex: Buffer,
): Promise<{ isKnown: boolean; isOwed: boolean }> {
  const { participant, registrations } = await readNumberRecord(database, campaign, mobileIndex);
  const pseudonym = participant?.pseudonym ?? null;
  const { messages } = await readPersonEvents(database, campaign, mobileIndex, pseudonym);
  return {
    isKnown: participant !== undefined || registrations.length > 0 || messages.length > 0,
    isOwed: messages.some(
      ({ kind, state }) => kind === 'voucher' && (state === 'owed' || state === 'assigned'),
    ),
  };
}
