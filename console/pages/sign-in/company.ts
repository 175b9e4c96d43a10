import { companyPath } from '../../app/sign-in/arrival.ts';
import { CallFailure, type SendCall } from '../../app/calls/send-call.ts';
import { rememberSignIn } from '../../app/sign-in/sign-in-gate.ts';

type Going = {
  /** Of an invitation. */
  readonly token: string | null;
  readonly isWindow: boolean;
};

/** Leaves for the company's provider, which sends the browser back to this page. */
export async function goToCompany(send: SendCall, { token, isWindow }: Going): Promise<void> {
  const { address } = await send('startSingleSignOn', { token });
  rememberSignIn(sessionStorage, { path: window.location.pathname, isWindow });
  window.location.assign(address);
}

/**
 * In a window of its own, so that what was typed stays. It says by `announceSignIn` that somebody
 * has signed in: the provider's page separates it from the one that has opened it.
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
