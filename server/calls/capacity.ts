// A campaign that closes with its deck admits nobody whom it cannot pay (docs/decisions/0013).
// Those who were admitted may return until they have drawn their reward.
import { notOpen } from '../http/refusal.ts';
import type { CallContext } from '../http/context.ts';
import { admissionPoolOf } from '../rules/admission.ts';
import { indianDay } from '../rules/period.ts';

/** @throws Refusal where the campaign is full and the mobile is new */
export async function assertCapacity(
  { campaign, clocks, storage }: CallContext,
  mobileIndex: Buffer,
  stateOf: () => string,
): Promise<void> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return;
  const pool = admissionPoolOf(campaign.fixed, stateOf(), indianDay(clocks.campaign()));
  if ((await storage.readCapacity.one({ mobileIndex, pool })) === 'full') throw notOpen('ended');
}

/** Whether the campaign is full and this device has no reward to wait for. */
export async function isFullFor(
  { campaign, storage }: CallContext,
  userKey: string,
): Promise<boolean> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return false;
  return (await storage.readDeviceCapacity.one(userKey)) === 'full';
}
