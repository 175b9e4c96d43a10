import { Anchor, Divider, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureOf, type SendCall } from '../../app/calls/send-call.ts';
import type { Session } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { CardPage } from '../sign-in/card-page.tsx';
import { goToCompany } from '../sign-in/company.ts';
import { createPasskey } from '../sign-in/passkey.ts';
import { SignInButton } from '../sign-in/sign-in-page.tsx';

type Props = {
  readonly token: string;
  readonly send: SendCall;
  readonly enter: () => Promise<void>;
  readonly skip: () => void;
};

const duties: Record<Session['account']['role'], string> = {
  viewer: 'You will see the campaign’s figures, and nobody’s data.',
  support: 'You will see the figures, and help one person at a time.',
  manager: 'You will see the figures, help people, block and erase.',
  auditor: 'You will see the figures and what happened to a person, and change nothing.',
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
    <CardPage title={data ? `Welcome, ${data.name}` : 'Invitation'}>
      {error ? (
        <FailureNotice failure={failureOf(error)} again={again} isTrying={invitation.isFetching} />
      ) : null}
      {data ? (
        <>
          <Text size="sm">
            Your role is <strong>{data.role}</strong>. {duties[data.role]}
          </Text>
          <WaysIn
            company={data.company}
            takesPasskey={data.options !== null}
            byCompany={() => goToCompany(send, { token, isWindow: false })}
            byPasskey={use}
          />
        </>
      ) : null}
      {invitation.isPending ? <Skeleton height={96} /> : null}
      {error ? (
        <Anchor component="button" type="button" size="sm" onClick={skip}>
          I already have a passkey
        </Anchor>
      ) : null}
    </CardPage>
  );
}

type WaysInProps = {
  readonly company: string | null;
  readonly takesPasskey: boolean;
  readonly byCompany: () => Promise<void>;
  readonly byPasskey: () => Promise<void>;
};

function WaysIn({ company, takesPasskey, byCompany, byPasskey }: WaysInProps) {
  if (company === null && !takesPasskey) {
    return (
      <Text size="sm">
        This invitation is for the sign-in of your company, which the console does not know yet. Ask
        the person who sent it.
      </Text>
    );
  }
  return (
    <>
      {company === null ? null : (
        <>
          <Text size="sm" c="dimmed">
            Sign in as you do everywhere at {company}. From then on the console knows you by it.
          </Text>
          <SignInButton way="company" label={`Sign in with ${company}`} use={byCompany} />
        </>
      )}
      {company !== null && takesPasskey ? <Divider label="or" labelPosition="center" /> : null}
      {takesPasskey ? (
        <>
          <Text size="sm" c="dimmed">
            A passkey is kept by this device or by your security key, and unlocked by its PIN, your
            face or your fingerprint. There is no password.
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
