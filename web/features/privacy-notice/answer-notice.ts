// Sends the answer to the privacy notice (Requirements HOM-5, HOM-6). Draws nothing.
import type { AppContext } from '../../app/app-context.ts';

/** Yes opens the way on once the server has it. Never rejects: what goes wrong is told. */
export async function agree({ calls, session, track, explain }: AppContext): Promise<void> {
  try {
    await calls.recordConsent(true);
    session.setState({ isConsentGiven: true });
    track('accept_privacy');
  } catch (error) {
    explain(error);
  }
}

/** Never rejects: what goes wrong is logged. */
export async function decline({ calls, note }: AppContext): Promise<void> {
  try {
    await calls.recordConsent(false);
  } catch (error) {
    note('consent', error);
  }
}
