import { UnreadableAnswer, CallRefused } from '../../api/failures.ts';
import { onceOnline } from '../../app/network/network.ts';
import type { AppContext } from '../../app/app-context.ts';

type SpinApp = Pick<AppContext, 'explain' | 'network' | 'note' | 'round' | 'session' | 'track'> & {
  calls: Pick<AppContext['calls'], 'reward'>;
};

type Listeners = {
  onBusy: () => void;
  /**
   * Runs before the error is shown, so that a popup returns the focus to PLAY.
   * @param canRetry PLAY can fetch the reward later, and the message says so
   */
  onError: (canRetry: boolean) => void;
};

/**
 * PLAY goes on by itself after an outage.
 * @returns whole rupees, or nothing after an error, which is shown or logged. Never rejects.
 */
export async function requestReward(
  app: SpinApp,
  { onBusy, onError }: Listeners,
): Promise<number | undefined> {
  try {
    const amount = await onceOnline(
      app,
      () => app.calls.reward(onBusy),
      (isWaiting, error) => isWaiting && app.note('spin', error),
    );
    // PLAY shows the same reward again.
    if (app.session.getState().rewardAmount === null) app.track('spin_wheel');
    // Stored before it is shown, so that a reload during the spin does not lose it.
    app.session.setState({ rewardAmount: amount });
    return amount;
  } catch (error) {
    onError(!isQuiet(error) && !(error instanceof CallRefused));
    const isLogged = app.note('spin', error);
    if (!isQuiet(error) && (isLogged || isRefused(error))) app.explain(error);
    return undefined;
  }
}

/** An answer without an outcome ends silently (Spec 4). */
const isQuiet = (error: unknown) =>
  error instanceof UnreadableAnswer && error.reason === 'otherShape';

function isRefused(error: unknown): boolean {
  if (!(error instanceof CallRefused)) return false;
  return error.messageId === 'invalidUser' || error.programme !== undefined;
}
