import { CallRefused } from '../../api/call-refused.ts';
import type { Erased, NumberProof } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import { refusedCode, type CodeErrors } from '../../forms/errors/code-errors.ts';
import type { MobileErrors } from '../../forms/errors/mobile-errors.ts';
import { serverMessage } from '../../locale/message.ts';
import { emptySession } from '../../session/session-state.ts';
import { forgetPerson } from '../../session/storage/forget-person.ts';

/** They differ while a voucher is owed: it is sent first, or forfeited. */
export type Wish = 'withdrawConsent' | 'eraseData';

/** Never rejects. */
export async function askForCode(
  { calls, report, now }: AppContext,
  mobile: string,
): Promise<{ resendAt: number } | { refused: MobileErrors }> {
  try {
    const { resendAfterSeconds } = await calls.proveNumber(mobile);
    return { resendAt: now() + resendAfterSeconds * 1000 };
  } catch (error) {
    report(error);
    return { refused: refusedMobile(error) };
  }
}

function refusedMobile(error: unknown): MobileErrors {
  if (!(error instanceof CallRefused)) return {};
  if (error.messageId === 'invalidMobile') return { mobile: ['home.errors.mobileRefused'] };
  return { general: [serverMessage(error)] };
}

/** Never rejects. Also deletes what this device has stored about the person. */
export async function erase(
  { calls, session, local, drafts, entry, report }: AppContext,
  wish: Wish,
  proof: NumberProof = {},
): Promise<{ erased: Erased } | { refused: CodeErrors }> {
  try {
    const erased = await calls[wish](proof);
    forgetPerson(local);
    drafts.drop();
    entry.store.setState({ pending: null });
    const { accessToken, isFixedReward, rewardAmount, user } = emptySession;
    session.setState({ accessToken, isFixedReward, rewardAmount, user });
    return { erased };
  } catch (error) {
    report(error);
    return { refused: refusedCode(error) };
  }
}
