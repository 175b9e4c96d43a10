// Sends a code that the form found good, and asks for it again (Requirements OTP-2, OTP-3). Checks nothing itself and
// draws nothing.
import type { OtpWords } from '@inaam/campaigns/public/words.ts';
import { CallRefused } from '../../api/call-refused.ts';
import type { AppContext } from '../../app/create-app.ts';
import { readPerson } from '../../session/remembered-person.ts';
import { faultOfRefusal } from './code-fault.ts';

type Outcome = { isVerified: boolean; fault?: string | undefined };

/** @returns whether it was right, and what its field says. Never rejects. */
export async function verifyCode(
  { calls, session, local, drafts, entry, track, report }: AppContext,
  code: string,
  words: OtpWords['errors'],
): Promise<Outcome> {
  try {
    const verified = await calls.verifyCode(code);
    const { name, mobile } = readPerson(local);
    // Until now Change number might have led back to it.
    drafts.drop('registration');
    // From here on HOME leads on by itself: to the wheel, or to the fixed reward (guard.ts).
    session.setState(({ user }) => ({ ...verified, user: { ...user, name, mobile } }));
    entry.store.setState({ pending: null });
    track('verify_otp');
    return { isVerified: true };
  } catch (error) {
    report(error);
    return { isVerified: false, fault: faultOfRefusal(error, words) };
  }
}

/** Never rejects: what goes wrong is logged. */
export async function resendCode(
  { calls, entry, notices, track, note, now }: AppContext,
  resent: string,
): Promise<void> {
  const waitFor = (seconds: number) =>
    entry.store.setState({ pending: { resendAt: now() + seconds * 1000 } });
  try {
    waitFor((await calls.resendCode()).resendAfterSeconds);
    notices.toast(resent);
    track('resend_otp');
  } catch (error) {
    const mayWait = error instanceof CallRefused && error.statusCode === 429;
    if (mayWait && error.retryAfterSeconds !== undefined) waitFor(error.retryAfterSeconds);
    note('resend', error);
  }
}
