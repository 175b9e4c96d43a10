import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureOf, type SendCall } from '../../app/calls/send-call.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CardPage } from './card-page.tsx';
import { goToCompany } from './company.ts';

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
