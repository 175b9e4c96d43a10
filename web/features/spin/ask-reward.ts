// Asks for the wheel's reward (Requirements WHL-3, WHL-7). Turns nothing and leads nowhere.
import { readWinType } from '@inaam/contract/win-type.ts';
import { AnswerUnreadable } from '../../api/answer-unreadable.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { AppContext } from '../../app/create-app.ts';

/**
 * Never rejects: what goes wrong is told or logged.
 * @param stop called before it is told, so that PLAY works again and a popup leads back to it.
 * @returns whole rupees; nothing where the spin stops.
 */
export async function askReward(app: AppContext, stop: () => void): Promise<number | undefined> {
  try {
    const answer = await app.calls.reward();
    const amount = readWinType(
      answer,
      app.campaign.outcomes.map((outcome) => outcome.amount),
    );
    if (amount === undefined) throw new AnswerUnreadable('otherShape');
    // Kept before it is shown: a reload in the middle of the show does not lose it.
    app.session.setState({ rewardAmount: amount });
    app.track('spin_wheel');
    return amount;
  } catch (error) {
    stop();
    app.note('spin', error);
    tell(app, error);
    return undefined;
  }
}

function tell({ explain }: AppContext, error: unknown): void {
  // An answer without an outcome stops quietly (Spec 4).
  if (error instanceof AnswerUnreadable && error.reason === 'otherShape') return;
  const isRefused = error instanceof CallRefused && error.messageId === undefined;
  // `note` has told it already.
  if (isRefused && error.statusCode === 401) return;
  explain(error);
}
