import { Anchor, Button, Divider, Skeleton, Stack, Text } from '@mantine/core';
import { type SendCall } from '../../app/calls/send-call.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CardPage, useSignInWays } from './card-page.tsx';
import { signInByPasskey } from './passkey.ts';
import { companySignIns } from '@inaam/plugins/console.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Session } from '../../app/console-context.ts';
import { onSignInElsewhere, type SignInGate } from '../../app/sign-in/sign-in-gate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CompanyIcon, KeyIcon } from '../../ui/icons.tsx';
import styles from './card-page.module.css';

const [companySignIn] = companySignIns;

type Props = {
  readonly send: SendCall;
  readonly enter: () => Promise<void>;
  /** Opened by a page whose session has ended. */
  readonly isWindow: boolean;
  /** From the link that led here. */
  readonly error?: Error | null;
};

export function SignInPage({ send, enter, isWindow, error }: Props) {
  const byPasskey = async () => {
    await signInByPasskey(send);
    await enter();
  };
  return (
    <CardPage title="Sign in" send={send}>
      <FailureNotice error={error} />
      <SignInWays
        send={send}
        byPasskey={byPasskey}
        byCompany={async () => companySignIn?.go(send, null, isWindow)}
      />
      <Text size="sm" c="dimmed" pt="md" className={styles['note'] ?? ''}>
        Not invited yet, or lost the device with your passkey? Ask the administrator of this console
        for an invitation.
      </Text>
    </CardPage>
  );
}

type SignInWaysProps = {
  readonly send: SendCall;
  readonly byPasskey: () => Promise<void>;
  readonly byCompany: () => Promise<unknown>;
};

/** Without a response, offer the passkey, which needs nothing else. */
const unknown = { company: null, hasPasskeys: true };

/** Ways to sign in: the company's first, because most colleagues use it. */
function SignInWays({ send, byPasskey, byCompany }: SignInWaysProps) {
  const ways = useSignInWays(send);
  if (ways.isPending) return <Skeleton height={44} radius="md" />;
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

type SignInButtonProps = {
  readonly way: 'company' | 'passkey';
  readonly label: string;
  readonly use: () => Promise<unknown>;
  readonly isSecond?: boolean;
};

export function SignInButton({ way, label, use, isSecond = false }: SignInButtonProps) {
  const attempt = useMutation({ mutationFn: use });
  return (
    <Stack gap="md">
      <Button
        size="md"
        mih={44}
        variant={isSecond ? 'default' : 'filled'}
        leftSection={way === 'passkey' ? <KeyIcon /> : <CompanyIcon />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
        {...(isSecond ? {} : { 'data-autofocus': true })}
      >
        {label}
      </Button>
      <FailureNotice error={attempt.error} again={() => attempt.mutate()} />
    </Stack>
  );
}

type AgainProps = {
  readonly send: SendCall;
  readonly gate: SignInGate;
  readonly session: Session;
};

/** Shown over the page when its session has ended: typed text stays, and the call is repeated. */
export function SignInAgain({ send, gate, session }: AgainProps) {
  const isAsked = useSyncExternalStore(gate.subscribe, gate.isAsked);
  return (
    <Dialog isOpen={isAsked} title="Your session has ended" isForemost>
      <SignInForm send={send} gate={gate} session={session} />
    </Dialog>
  );
}

function SignInForm({ send, gate, session }: AgainProps) {
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
        Sign in again as <strong>{name}</strong>. What you typed is kept, and what you asked for is
        done as soon as you are back.
      </Text>
      <SignInWays
        send={send}
        byPasskey={async () => {
          await signInByPasskey(send);
          await goOn();
        }}
        byCompany={async () => {
          companySignIn?.openWindow();
          setHasWindow(true);
        }}
      />
      {hasWindow ? (
        <Text size="sm" component="output">
          Sign in in the window that has opened. This page then continues automatically.
        </Text>
      ) : null}
      <Anchor size="sm" href="/">
        Leave this page
      </Anchor>
    </Stack>
  );
}

/** Seen only if the browser does not let a script close its window. */
export function SignedInPage() {
  useEffect(() => window.close(), []);
  return (
    <CardPage title="You are signed in">
      <Text size="sm">Close this window and continue in the other one.</Text>
    </CardPage>
  );
}
