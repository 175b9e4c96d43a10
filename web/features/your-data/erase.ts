import { CallRefused } from '../../api/failures.ts';
import type { NumberProof, Wish } from '../../api/calls.ts';
import type { AppContext } from '../../app/app-context.ts';
import {
  refusedCode,
  type FieldErrors,
  type MobileErrors,
} from '../../forms/errors/field-errors.ts';
import { serverMessage } from '../../locale/message.ts';
import { emptySession } from '../../session/session-state.ts';

/** A code was sent; the next one can be sent at `resendAt`, ms. */
export type Sent = { mobile: string; resendAt: number; isElsewhere: boolean | undefined };

/** Never rejects. */
export async function askForCode(
  { calls, report, now }: AppContext,
  mobile: string,
): Promise<{ sent: Sent } | { refused: MobileErrors }> {
  try {
    const { resendAfterSeconds, isElsewhere } = await calls.proveNumber(mobile);
    return { sent: { mobile, isElsewhere, resendAt: now() + resendAfterSeconds * 1000 } };
  } catch (error) {
    report(error);
    return { refused: refusedMobile(error) };
  }
}

export function refusedMobile(error: unknown): MobileErrors {
  if (!(error instanceof CallRefused)) return {};
  if (error.messageId === 'invalidMobile') return { mobile: ['home.errors.mobileRefused'] };
  return { general: [serverMessage(error)] };
}

/**
 * Also deletes what this device has stored about the person.
 * @returns the server's refusal, or undefined once erased. Never rejects.
 */
export async function erase(
  { calls, session, person, drafts, entry, overlay, report }: AppContext,
  wish: Wish,
  proof: NumberProof = {},
  isElsewhere = false,
): Promise<ErasureErrors | undefined> {
  try {
    const erased = await calls.erase(wish, proof);
    person.forget();
    drafts.drop();
    entry.store.setState({ pending: null });
    const { accessToken, isFixedReward, rewardAmount, user, purchase } = emptySession;
    session.setState({ accessToken, isFixedReward, rewardAmount, user, purchase });
    // Also if Back has closed the dialog meanwhile.
    overlay.setState({ open: { erased } });
    return undefined;
  } catch (error) {
    report(error);
    return refusedErasure(error, proof, isElsewhere);
  }
}

type ErasureErrors = FieldErrors<{ code: string }>;

/** Who is logged in types no code, so nothing is said beside its field. */
export function refusedErasure(
  error: unknown,
  { otp }: NumberProof,
  isElsewhere = false,
): ErasureErrors {
  const refused = refusedCode(error, isElsewhere);
  return otp === undefined && refused.code ? { general: refused.code } : refused;
}
