// Asks for the reward of who gets a fixed one (Requirement OTP-4). Nobody is congratulated here: once the server has
// granted it, the guard leads on.
import { readWinType } from '@inaam/contract/win-type.ts';
import { AnswerUnreadable } from '../../api/answer-unreadable.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { AppContext } from '../../app/create-app.ts';

/** @returns why it was not granted, as a sentence; null once it is. Never rejects. */
export async function askFixedReward({
  calls,
  campaign,
  session,
  note,
}: AppContext): Promise<string | null> {
  try {
    const amounts = campaign.outcomes.map((outcome) => outcome.amount);
    const rewardAmount = readWinType(await calls.reward(), amounts);
    if (rewardAmount === undefined) throw new AnswerUnreadable('otherShape');
    session.setState({ rewardAmount });
    return null;
  } catch (error) {
    note('spin', error);
    const isTold =
      error instanceof CallRefused &&
      (error.messageId !== undefined || error.programme !== undefined);
    return isTold ? error.message : campaign.words.wheel.fixedFailed;
  }
}
