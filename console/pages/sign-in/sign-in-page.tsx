import { Text } from '@mantine/core';
import type { CallFailure } from '../../app/call-failure.ts';
import type { SendCall } from '../../app/send-call.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CardPage } from './card-page.tsx';
import { signInByPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';

type Props = {
  readonly send: SendCall;
  readonly enter: () => Promise<void>;
  /** Of the link that brought here. */
  readonly failure?: CallFailure | undefined;
};

export function SignInPage({ send, enter, failure }: Props) {
  const use = async () => {
    await signInByPasskey(send);
    await enter();
  };
  return (
    <CardPage title="Sign in">
      {failure ? <FailureNotice failure={failure} /> : null}
      <PasskeyButton label="Sign in with a passkey" use={use} />
      <Text size="sm" c="dimmed">
        No passkey yet, or lost the device that has it? Ask whoever runs the campaign’s server for
        an invitation.
      </Text>
    </CardPage>
  );
}
