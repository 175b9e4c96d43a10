import { isKnownNumber } from './person-reads.sql.ts';
import type { ConsoleContext } from '../console/context.ts';
import { ConsoleRefusal } from '../console/refusal.ts';

/** @throws ConsoleRefusal for a number that has left nothing in this campaign */
export async function assertKnownNumber(
  { database, campaign }: ConsoleContext,
  mobileIndex: Buffer,
): Promise<void> {
  if (await isKnownNumber(database, campaign.id, mobileIndex)) return;
  throw new ConsoleRefusal('notFound', 'Nothing is known of this person. Look them up again.');
}
