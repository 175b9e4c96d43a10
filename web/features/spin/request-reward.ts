import { AnswerUnreadable } from '../../api/answer-unreadable.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { AppContext } from '../../app/app-context.ts';
import { possibleAmounts } from '../../session/possible-amounts.ts';

type Listeners = {
  onBusy: () => void;
  /** Runs before the error is shown, so that a popup returns the focus to PLAY. */
  onError: () => void;
};

/** @returns whole rupees, or nothing after an error, which is shown or logged. Never rejects. */
export async function requestReward(
  app: AppContext,
  { onBusy, onError }: Listeners,
): Promise<number | undefined> {
  try {
    const amounts = possibleAmounts(app.campaign, app.session.getState().isFixedReward === true);
    const amount = await app.calls.reward(amounts, onBusy);
    // Stored before it is shown, so that a reload during the spin does not lose it.
    app.session.setState({ rewardAmount: amount });
    app.track('spin_wheel');
    return amount;
  } catch (error) {
    onError();
    app.note('spin', error);
    explainUnlessHandled(app, error);
    return undefined;
  }
}

function explainUnlessHandled({ explain }: AppContext, error: unknown): void {
  // An answer without an outcome stops quietly (Spec 4).
  if (error instanceof AnswerUnreadable && error.reason === 'otherShape') return;
  const isRefused = error instanceof CallRefused && error.messageId === undefined;
  // `note` has shown it.
  if (isRefused && error.statusCode === 401) return;
  explain(error);
}
