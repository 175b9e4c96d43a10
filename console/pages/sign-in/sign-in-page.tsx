import { Text } from '@mantine/core';
import type { CallFailure } from '../../app/calls/call-failure.ts';
import type { SendCall } from '../../app/calls/send-call.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CardPage } from './card-page.tsx';
import { goToCompany } from './company.ts';
import { signInByPasskey } from './passkey.ts';
import { SignInWays } from './sign-in-ways.tsx';

type Props = {
  readonly send: SendCall;
  readonly enter: () => Promise<void>;
  /** Opened by a page whose session has ended. */
  readonly isWindow: boolean;
  /** Of the link that brought here. */
  readonly failure?: CallFailure | undefined;
};

export function SignInPage({ send, enter, isWindow, failure }: Props) {
  const byPasskey = async () => {
    await signInByPasskey(send);
    await enter();
  };
  return (
    <CardPage title="Sign in">
      {failure ? <FailureNotice failure={failure} /> : null}
      <SignInWays
        send={send}
        byPasskey={byPasskey}
        byCompany={() => goToCompany(send, { token: null, isWindow })}
      />
      <Text size="sm" c="dimmed">
        Not invited yet, or lost the device that has your passkey? Ask whoever runs the campaign’s
        server for an invitation.
      </Text>
    </CardPage>
  );
}
