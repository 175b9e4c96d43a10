import { CallFailure, type SendCall } from '@inaam/console/app/calls/send-call.ts';
import type { CompanySignIn } from '@inaam/console/app/console-context.ts';
import { companyPath } from '@inaam/console/app/sign-in/arrival.ts';
import { rememberSignIn } from '@inaam/console/app/sign-in/sign-in-gate.ts';

/** Redirects to the company's provider, which redirects back to this page. */
export async function goToCompany(send: SendCall, token: string | null, isWindow: boolean) {
  const { address } = await send('startSingleSignOn', { token });
  rememberSignIn(sessionStorage, { path: window.location.pathname, isWindow });
  window.location.assign(address);
  return address;
}

/**
 * Uses a separate window, so that what was typed stays. That window reports through
 * `announceSignIn`, because the provider's page severs it from its opener.
 * @throws CallFailure
 */
function openCompanyWindow(): void {
  const opened = window.open(companyPath, 'inaam-sign-in', 'popup,width=480,height=720');
  if (opened !== null) return;
  throw new CallFailure(
    'refused',
    'The browser did not open a window. Allow this page to open one, and try again.',
  );
}

export const company: CompanySignIn = {
  go: goToCompany,
  openWindow: openCompanyWindow,
  finish: (send, response) => send('finishSingleSignOn', { response }),
  load: async () => (await import('./company-page.tsx')).CompanyPage,
};
