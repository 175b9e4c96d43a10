import { CallRefused } from '../../api/failures.ts';
import type { AppContext } from '../../app/app-context.ts';
import { serverMessage, type Message } from '../../locale/message.ts';

/** @returns whole rupees, or why they were not granted. Never rejects. */
export async function requestFixedReward(
  { calls, note, report }: AppContext,
  onBusy: () => void,
): Promise<number | Message> {
  try {
    return await calls.reward(onBusy);
  } catch (error) {
    if (note('spin', error)) report(error);
    const hasReason =
      error instanceof CallRefused &&
      (error.messageId !== undefined || error.programme !== undefined);
    return hasReason ? serverMessage(error) : 'wheel.fixedFailed';
  }
}
