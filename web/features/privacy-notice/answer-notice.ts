import type { AppContext } from '../../app/app-context.ts';

/** Never rejects: an error is shown. */
export async function agree({ calls, session, track, explain }: AppContext): Promise<void> {
  try {
    await calls.recordConsent(true);
    session.setState({ isConsentGiven: true });
    track('accept_privacy');
  } catch (error) {
    explain(error);
  }
}

/** Never rejects: an error is logged. */
export async function decline({ calls, note }: AppContext): Promise<void> {
  try {
    await calls.recordConsent(false);
  } catch (error) {
    note('consent', error);
  }
}
