import type { AppContext } from '../../app/app-context.ts';
import { forgetAgreement, rememberAgreement } from '../../session/storage/notice-answer.ts';

/** @returns undefined once the answer is recorded. Never rejects. */
export async function agree(app: AppContext): Promise<object | undefined> {
  const { calls, campaign, session, local, track, explain } = app;
  try {
    await calls.recordConsent(true);
    const { userKey } = session.getState();
    if (userKey !== null) rememberAgreement(local, { userKey, version: campaign.noticeVersion });
    session.setState({ isConsentGiven: true });
    track('accept_privacy');
    return undefined;
  } catch (error) {
    explain(error);
    return {};
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
