import { Divider, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SendCall } from '../../app/calls/send-call.ts';
import { SignInButton } from './sign-in-button.tsx';

type Props = {
  readonly send: SendCall;
  readonly byPasskey: () => Promise<void>;
  readonly byCompany: () => Promise<void>;
};

/** Without an answer the passkey is offered, which needs nobody else. */
const unknown = { company: null, hasPasskeys: true };

/** What there is to sign in with: the company's first, as it is what most colleagues use. */
export function SignInWays({ send, byPasskey, byCompany }: Props) {
  const ways = useQuery({
    queryKey: ['sign-in ways'],
    queryFn: () => send('readSignInWays', {}),
    staleTime: Infinity,
  });
  if (ways.isPending) return <Skeleton height={42} />;
  const { company, hasPasskeys } = ways.data ?? unknown;
  return (
    <Stack gap="md">
      {company === null ? null : (
        <SignInButton way="company" label={`Sign in with ${company}`} use={byCompany} />
      )}
      {company !== null && hasPasskeys ? <Divider label="or" labelPosition="center" /> : null}
      {hasPasskeys ? (
        <SignInButton
          way="passkey"
          label="Sign in with a passkey"
          use={byPasskey}
          isSecond={company !== null}
        />
      ) : null}
    </Stack>
  );
}
