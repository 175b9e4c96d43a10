import { CallRefused } from '../../api/failures.ts';
import type { AppContext } from '../../app/app-context.ts';
import { serverMessage, type Message } from '../../locale/message.ts';

/**
 * Once it is granted, the guard redirects to the reward's screen.
 * @returns why it was not granted, or null. Never rejects.
 */
export async function requestFixedReward(
  { calls, session, note, report }: AppContext,
  onBusy: () => void,
): Promise<Message | null> {
  try {
    session.setState({ rewardAmount: await calls.reward(onBusy) });
    return null;
  } catch (error) {
    if (note('spin', error)) report(error);
    const hasReason =
      error instanceof CallRefused &&
      (error.messageId !== undefined || error.programme !== undefined);
    return hasReason ? serverMessage(error) : 'wheel.fixedFailed';
  }
}
