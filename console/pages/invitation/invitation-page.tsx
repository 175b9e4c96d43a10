import { Button, Divider, Skeleton, Stack, Text } from '@mantine/core';
import { companySignIns } from '@inaam/plugins/console.ts';
import { useQuery } from '@tanstack/react-query';
import { type SendCall } from '../../app/calls/send-call.ts';
import type { Session } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { LevelIcon } from '../../ui/states.tsx';
import { CardPage } from '../sign-in/card-page.tsx';
import styles from '../sign-in/card-page.module.css';
import { createPasskey } from '../sign-in/passkey.ts';
import { SignInButton } from '../sign-in/sign-in-page.tsx';

const [companySignIn] = companySignIns;

type Props = {
  readonly token: string;
  readonly send: SendCall;
  readonly enter: () => Promise<void>;
  readonly skip: () => void;
};

type Duties = { readonly may: readonly string[]; readonly mayNot?: string };

const duties: Record<Session['account']['role'], Duties> = {
  viewer: { may: ['See the campaign’s figures'], mayNot: 'Look up shoppers' },
  support: {
    may: ['See the campaign’s figures', 'Look up a shopper and help'],
    mayNot: 'Block or erase a shopper',
  },
  manager: {
    may: [
      'See the campaign’s figures',
      'Look up, help, block and erase shoppers',
      'Load codes and pause the campaign',
    ],
  },
  auditor: {
    may: ['See the campaign’s figures', 'See what happened to a shopper', 'Download the ledger'],
    mayNot: 'Change anything',
  },
};

export function InvitationPage({ token, send, enter, skip }: Props) {
  // The token is not in the key, because development tools may show keys.
  const invitation = useQuery({
    queryKey: ['invitation'],
    queryFn: () => send('startInvitation', { token }),
    gcTime: 0,
  });
  const { data, error } = invitation;
  const use = async () => {
    if (!data?.options) return;
    await createPasskey(send, token, data.options);
    await enter();
  };
  const again = () => void invitation.refetch();
  return (
    <CardPage title={data ? `Welcome, ${data.name}` : 'Invitation'} send={send}>
      <FailureNotice error={error} again={again} isTrying={invitation.isFetching} />
      {data ? (
        <>
          <Text size="sm">
            You are invited as <strong>{data.role}</strong>. You can:
          </Text>
          <Rights {...duties[data.role]} />
          <WaysIn
            company={data.company}
            takesPasskey={data.options !== null}
            byCompany={async () => companySignIn?.go(send, token, false)}
            byPasskey={use}
          />
        </>
      ) : null}
      {invitation.isPending ? <Skeleton height={96} radius="md" /> : null}
      {error ? (
        <Button variant="default" mih={44} onClick={skip}>
          Sign in with my passkey
        </Button>
      ) : null}
    </CardPage>
  );
}

function Rights({ may, mayNot }: Duties) {
  return (
    <Stack component="ul" gap="xs" fz="sm" className={styles['rights'] ?? ''}>
      {may.map((right) => (
        <li key={right}>
          <LevelIcon level="well" /> {right}
        </li>
      ))}
      {mayNot === undefined ? null : (
        <li>
          <LevelIcon level="none" />
          <span>
            <strong>Not:</strong> {mayNot.toLowerCase()}
          </span>
        </li>
      )}
    </Stack>
  );
}

type WaysInProps = {
  readonly company: string | null;
  readonly takesPasskey: boolean;
  readonly byCompany: () => Promise<unknown>;
  readonly byPasskey: () => Promise<void>;
};

function WaysIn({ company, takesPasskey, byCompany, byPasskey }: WaysInProps) {
  if (company === null && !takesPasskey) {
    return (
      <Text size="sm">
        This invitation needs your company’s sign-in, which this console does not have yet. Ask the
        person who sent it.
      </Text>
    );
  }
  return (
    <>
      {company === null ? null : (
        <>
          <Text size="sm" c="dimmed">
            Use your account at {company}, now and whenever you come back.
          </Text>
          <SignInButton way="company" label={`Sign in with ${company}`} use={byCompany} />
        </>
      )}
      {company !== null && takesPasskey ? <Divider label="or" labelPosition="center" /> : null}
      {takesPasskey ? (
        <>
          <Text size="sm" c="dimmed">
            A passkey needs no password: this device or your security key keeps it, and your
            fingerprint, face or PIN unlocks it.
          </Text>
          <SignInButton
            way="passkey"
            label="Create my passkey"
            use={byPasskey}
            isSecond={company !== null}
          />
        </>
      ) : null}
    </>
  );
}
