import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallFailure, failureOf, type SendCall } from '../../app/calls/send-call.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CardPage } from './card-page.tsx';
import { companyPath } from '../../app/sign-in/arrival.ts';
import { rememberSignIn } from '../../app/sign-in/sign-in-gate.ts';

/** In a popup: redirects to the company's provider at once. */
export function CompanyPage({ send }: { send: SendCall }) {
  const going = useQuery({
    queryKey: ['company'],
    queryFn: async () => {
      await goToCompany(send, { token: null, isWindow: true });
      return null;
    },
    staleTime: Infinity,
  });
  return (
    <CardPage title="Sign in" send={send}>
      {going.error ? (
        <FailureNotice
          failure={failureOf(going.error)}
          again={() => void going.refetch()}
          isTrying={going.isFetching}
        />
      ) : (
        <Loader aria-label="The sign-in of your company is opening" />
      )}
      <Text size="sm" c="dimmed">
        What you have typed stays in the other window. You can close this one at any time.
      </Text>
    </CardPage>
  );
}

/** Seen only if the browser does not let a script close its window. */
export function SignedInPage() {
  useEffect(() => window.close(), []);
  return (
    <CardPage title="You are signed in">
      <Text size="sm">Close this window and go on in the other one.</Text>
    </CardPage>
  );
}

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
