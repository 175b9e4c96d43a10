import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SendCall } from '@inaam/console/app/calls/send-call.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { goToCompany } from './company.ts';
import { CardPage } from '@inaam/console/pages/sign-in/card-page.tsx';

/** In a popup: redirects to the company's provider at once. */
export function CompanyPage({ send }: { send: SendCall }) {
  const going = useQuery({
    queryKey: ['company'],
    queryFn: () => goToCompany(send, null, true),
    staleTime: Infinity,
  });
  return (
    <CardPage title="Sign in" send={send}>
      {going.error ? (
        <FailureNotice
          error={going.error}
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
