// Once the reward is granted, the guard redirects to its screen.
import { CallRefused } from '../../api/failures.ts';
import type { AppContext } from '../../app/app-context.ts';
import { possibleAmounts } from '../../session/possible-amounts.ts';
import { serverMessage, type Message } from '../../locale/message.ts';

/** @returns the reason of the failure, or null. Never rejects. */
export async function requestFixedReward(
  app: AppContext,
  onBusy: () => void,
): Promise<Message | null> {
  const { calls, campaign, session, note, report } = app;
  try {
    const rewardAmount = await calls.reward(possibleAmounts(campaign, true), onBusy);
    session.setState({ rewardAmount });
    return null;
  } catch (error) {
    if (note('spin', error)) report(error);
    const hasReason =
      error instanceof CallRefused &&
      (error.messageId !== undefined || error.programme !== undefined);
    return hasReason ? serverMessage(error) : 'wheel.fixedFailed';
  }
}
