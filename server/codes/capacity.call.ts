// A campaign that closes with its deck admits nobody whom it cannot pay (docs/decisions/0013).
// Whoever was admitted at the verification may return until the reward is drawn.
import type { CallContext } from '../http/context.ts';

/**
 * Whether the campaign is full and no mobile that was verified on this device is still owed a
 * reward.
 */
export async function isFullFor(
  { campaign, storage }: CallContext,
  userKey: string,
): Promise<boolean> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return false;
  return (await storage.readDeviceCapacity.one(userKey)) === 'full';
}
