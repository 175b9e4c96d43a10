import { isMessageId } from '@inaam/contract/message-ids.ts';
import { CallRefused } from '../../api/failures.ts';
import type { AppContext } from '../../app/app-context.ts';
import { serverMessage, type Message } from '../../locale/message.ts';
import { refusedCode, type CodeErrors } from '../../forms/errors/field-errors.ts';

/** @returns the server's refusal, or undefined once the code is verified. Never rejects. */
export async function verifyCode(app: AppContext, code: string): Promise<CodeErrors | undefined> {
  const { calls, session, person, drafts, entry, notices, track, report, now } = app;
  try {
    const { name, mobile, earlierMobile } = person.read();
    const purchase = session.getState().purchase ?? undefined;
    const { verified, answer } = await calls.verifyCode(code, earlierMobile, purchase);
    // Kept until now for Change number.
    drafts.drop('registration');
    session.setState(({ user }) => ({ ...verified, user: { ...user, name, mobile } }));
    entry.store.setState({ pending: null });
    const unused = app.purchase?.unused(answer);
    if (unused !== undefined) {
      session.setState({ purchase: null });
      notices.notify(unused);
    }
    track('verify_otp');
    return undefined;
  } catch (error) {
    report(error);
    // Another tab has registered another purchase: this one's form registers its own again.
    if (isOfAnotherPurchase(app, error)) {
      // Never rejects: a failed start is a phase.
      void entry.restart({ reason: 'registerFirst', isCodeOfAnotherPurchase: true });
    }
    // A device that has entered a correct code may request the next one sooner.
    if (error instanceof CallRefused && error.retryAfterSeconds !== undefined) {
      const resendAt = now() + error.retryAfterSeconds * 1000;
      entry.store.setState(({ pending }) => ({
        pending: pending && { ...pending, resendAt: Math.min(pending.resendAt, resendAt) },
      }));
    }
    return refusedCode(error, entry.store.getState().pending?.isElsewhere);
  }
}

const isOfAnotherPurchase = ({ session }: AppContext, error: unknown): boolean =>
  error instanceof CallRefused &&
  error.messageId === 'invalidData' &&
  session.getState().purchase !== null;

/** @returns why no code was sent, for the form. Never rejects. */
export async function resendCode(app: AppContext): Promise<Message | undefined> {
  const { calls, entry, person, notices, track, note, now } = app;
  const waitFor = (seconds: number, isElsewhere = false) =>
    entry.store.setState({ pending: { resendAt: now() + seconds * 1000, isElsewhere } });
  try {
    const { earlierMobile } = person.read();
    waitFor((await calls.resendCode(earlierMobile)).resendAfterSeconds);
    notices.toast('otp.resent');
    track('resend_otp');
    return undefined;
  } catch (error) {
    const isTooEarly = error instanceof CallRefused && error.statusCode === 429;
    if (isTooEarly && error.retryAfterSeconds !== undefined) {
      waitFor(error.retryAfterSeconds, entry.store.getState().pending?.isElsewhere);
    }
    note('resend', error);
    const isExplained = error instanceof CallRefused && isMessageId(error.messageId);
    return isExplained ? serverMessage(error) : 'otp.resendFailed';
  }
}
