import type { AppContext } from '../../app/app-context.ts';
import { forgetAgreement } from '../../session/storage/notice-answer.ts';

/** @returns undefined once the answer is recorded. Never rejects. */
export async function agree({ entry, explain }: AppContext): Promise<object | undefined> {
  try {
    await entry.agree();
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
