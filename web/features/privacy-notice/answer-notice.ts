import type { AppContext } from '../../app/app-context.ts';
import { forgetAgreement, rememberAgreement } from '../../session/storage/notice-answer.ts';

export async function agree(app: AppContext): Promise<void> {
  const { calls, campaign, session, local, track, explain } = app;
  try {
    await calls.recordConsent(true);
    const { userKey } = session.getState();
    if (userKey !== null) rememberAgreement(local, { userKey, version: campaign.noticeVersion });
    session.setState({ isConsentGiven: true });
    track('accept_privacy');
  } catch (error) {
    explain(error);
  }
}

export async function decline({ calls, local, note }: AppContext): Promise<void> {
  forgetAgreement(local);
  try {
    await calls.recordConsent(false);
  } catch (error) {
    note('consent', error);
  }
}
