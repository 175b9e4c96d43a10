import { Anchor, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Session } from '../../app/console-context.ts';
import type { SendCall } from '../../app/calls/send-call.ts';
import { onSignInElsewhere, type SignInGate } from '../../app/sign-in/sign-in-gate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { openCompanyWindow } from './company.ts';
import { signInByPasskey } from './passkey.ts';
import { SignInWays } from './sign-in-page.tsx';

type Props = {
  readonly send: SendCall;
  readonly gate: SignInGate;
  readonly session: Session;
};

/** Shown over the page when its session has ended: typed text stays, and the call is repeated. */
export function SignInAgain({ send, gate, session }: Props) {
  const isAsked = useSyncExternalStore(gate.subscribe, gate.isAsked);
  return (
    <Dialog isOpen={isAsked} title="Your session has ended" isForemost>
      <SignInForm send={send} gate={gate} session={session} />
    </Dialog>
  );
}

function SignInForm({ send, gate, session }: Props) {
  const { id, name } = session.account;
  const [hasWindow, setHasWindow] = useState(false);
  const goOn = async () => {
    const { account } = await send('readSession', {});
    // Another account must not see what is on the page.
    if (account.id === id) gate.open();
    else window.location.replace('/');
  };
  const goOnElsewhere = useEffectEvent(() => {
    // If it fails, the dialog stays open and can be answered here.
    void goOn().catch(() => undefined);
  });
  useEffect(() => onSignInElsewhere(() => goOnElsewhere()), []);
  return (
    <Stack gap="md">
      <Text size="sm">
        Sign in again as <strong>{name}</strong>. What you typed is still here, and what you asked
        for is done after that.
      </Text>
      <SignInWays
        send={send}
        byPasskey={async () => {
          await signInByPasskey(send);
          await goOn();
        }}
        byCompany={async () => {
          openCompanyWindow();
          setHasWindow(true);
        }}
      />
      {hasWindow ? (
        <Text size="sm" component="output">
          Sign in in the window that has opened. This page then goes on by itself.
        </Text>
      ) : null}
      <Anchor size="sm" href="/">
        Leave this page
      </Anchor>
    </Stack>
  );
}
