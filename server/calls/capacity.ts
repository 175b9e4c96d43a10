// A campaign that closes with its deck admits nobody whom it cannot pay (docs/decisions/0013): the
// verification decides. Those who were admitted may return until they have drawn their reward.
import type { CallContext } from '../http/context.ts';

/** Whether the campaign is full and no reward is owed to a mobile verified on this device. */
export async function isFullFor(
  { campaign, storage }: CallContext,
  userKey: string,
): Promise<boolean> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return false;
  return (await storage.readDeviceCapacity.one(userKey)) === 'full';
}
