import { companyPath } from '../../app/sign-in/arrival.ts';
import { CallFailure, type SendCall } from '../../app/calls/send-call.ts';
import { rememberSignIn } from '../../app/sign-in/sign-in-gate.ts';

type Going = {
  /** From an invitation. */
  readonly token: string | null;
  readonly isWindow: boolean;
};

/** Redirects to the company's provider, which redirects back to this page. */
export async function goToCompany(send: SendCall, { token, isWindow }: Going): Promise<void> {
  const { address } = await send('startSingleSignOn', { token });
  rememberSignIn(sessionStorage, { path: window.location.pathname, isWindow });
  window.location.assign(address);
}

/**
 * Uses a separate window, so that what was typed stays. That window reports through
 * `announceSignIn`, because the provider's page severs it from its opener.
 * @throws CallFailure
 */
export function openCompanyWindow(): void {
  const opened = window.open(companyPath, 'inaam-sign-in', 'popup,width=480,height=720');
  if (opened !== null) return;
  throw new CallFailure(
    'refused',
    'The browser has opened no window. Allow this page to open one, and try again.',
  );
}
