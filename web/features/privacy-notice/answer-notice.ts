import type { AppContext } from '../../app/app-context.ts';

export async function agree({ calls, session, track, explain }: AppContext): Promise<void> {
  try {
    await calls.recordConsent(true);
    session.setState({ isConsentGiven: true });
    track('accept_privacy');
  } catch (error) {
    explain(error);
  }
}

export async function decline({ calls, note }: AppContext): Promise<void> {
  try {
    await calls.recordConsent(false);
  } catch (error) {
    note('consent', error);
  }
}
