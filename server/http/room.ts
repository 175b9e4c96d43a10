// What a full campaign answers (docs/decisions/0013): one that closes with its deck admits nobody more than it can pay,
// and then says that it has ended. Who was admitted comes in as long as the reward is not drawn.
import { indianDay } from '../rules/period.ts';
import { promiseOf } from '../rules/admission.ts';
import { notOpen } from './refusal.ts';
import type { CallContext } from './context.ts';

/** @throws Refusal where there is no room for a number that is new */
export async function assertRoom(
  { campaign, clocks, storage }: CallContext,
  numberIndex: Buffer,
  stateOf: () => string,
): Promise<void> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return;
  const promise = promiseOf(campaign.fixed, stateOf(), indianDay(clocks.campaign()));
  if ((await storage.readRooms.one({ numberIndex, promise })) === 'full') throw notOpen('ended');
}

/** Whether all is promised, and this device waits for nothing. */
export async function isClosedTo(
  { campaign, storage }: CallContext,
  userKey: string,
): Promise<boolean> {
  if (campaign.draw.whenDeckEnds.kind !== 'close') return false;
  return (await storage.readClosed.one(userKey)) === 'closed';
}
