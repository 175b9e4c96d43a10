import { Anchor, Stack, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { Session } from '../../app/console-context.ts';
import type { SendCall } from '../../app/send-call.ts';
import type { SignInGate } from '../../app/sign-in-gate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { signInByPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';

type Props = {
  readonly send: SendCall;
  readonly gate: SignInGate;
  readonly session: Session;
};

/** Over the page when its session has ended: what was typed stays, and the call is repeated. */
export function SignInAgain({ send, gate, session }: Props) {
  const isAsked = useSyncExternalStore(gate.subscribe, gate.isAsked);
  const use = async () => {
    await signInByPasskey(send);
    const { account } = await send('readSession', {});
    // Somebody else gets nothing of what is on the page.
    if (account.id === session.account.id) gate.open();
    else window.location.replace('/');
  };
  return (
    <Dialog isOpen={isAsked} title="Your session has ended" isForemost>
      <Stack gap="md">
        <Text size="sm">
          Sign in again as <strong>{session.account.name}</strong>. Nothing that you typed is lost,
          and what you asked for is then done.
        </Text>
        <PasskeyButton label="Sign in with a passkey" use={use} />
        <Anchor size="sm" href="/">
          Leave this page
        </Anchor>
      </Stack>
    </Dialog>
  );
}
