import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { PagePanels, QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { useAnnounce } from '@inaam/console/ui/announcer.tsx';
import { formatClock, noBreak } from '@inaam/console/ui/format.ts';
import { BellIcon, LookIcon } from '@inaam/console/ui/icons.tsx';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import { EmptyState } from '@inaam/console/ui/states.tsx';
import { Verdicts } from '@inaam/console/ui/verdicts.tsx';
import { useAsked } from '@inaam/console/app/reason-form.tsx';
import {
  openVerdicts,
  sentInWords,
  kindsIn,
  subscriptionOf,
  type Alerts,
  type Recipient,
} from './alert-words.ts';
import { RecipientDialog, RemoveDialog } from './recipient-dialog.tsx';

const inTrouble = { c: 'var(--console-act)', fw: 600 };

const checkedInWords = ({ checkedAt }: Alerts) =>
  checkedAt === null ? 'Not checked yet.' : `Checked ${formatClock(checkedAt)}`;

export function AlertsPage() {
  const { call } = useConsole();
  const answer = useRefreshed(['alerts'], () => call('readAlerts', {}));
  const { data: shown } = answer;
  return (
    <Stack gap="md">
      <PageTitle note={shown ? checkedInWords(shown) : noBreak}>Alerts</PageTitle>
      <QueryResult query={answer} what="the alerts" heights={[56, 240]}>
        {(data) => (
          <>
            {data.checkedAt === null ? null : <Verdicts verdicts={openVerdicts(data.open)} />}
            <RecipientsPanel alerts={data} />
            <PagePanels page="/alerts" />
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

type Opened =
  | { readonly dialog: 'save'; readonly recipient: Recipient | undefined }
  | { readonly dialog: 'remove'; readonly recipient: Recipient };

function RecipientsPanel({ alerts }: { alerts: Alerts }) {
  const { session } = useConsole();
  const { asked, ask, ends } = useAsked<Opened>('alerts', 'Alerts');
  const { recipients, mailFrom } = alerts;
  const mayChange = mayCall(session.account.role, 'saveRecipient');
  const add = mayChange ? () => ask({ dialog: 'save', recipient: undefined }) : undefined;
  return (
    <Panel title="Recipients">
      {mailFrom === null ? <MailNotice /> : null}
      {recipients.length === 0 ? (
        <Nobody add={add} />
      ) : (
        <>
          <Rows label="Recipients">
            {recipients.map((one) => (
              <OneRecipient
                key={one.id}
                recipient={one}
                open={mayChange ? (dialog) => ask({ dialog, recipient: one }) : undefined}
              />
            ))}
          </Rows>
          {add ? (
            <Button w="fit-content" onClick={add}>
              Add a recipient
            </Button>
          ) : null}
        </>
      )}
      {asked?.dialog === 'save' ? (
        <RecipientDialog {...asked} isFirst={recipients.length === 0} {...ends} />
      ) : null}
      {asked?.dialog === 'remove' ? <RemoveDialog {...asked} {...ends} /> : null}
    </Panel>
  );
}

function MailNotice() {
  return (
    <Alert variant="light" color="gray" icon={<LookIcon />} title="E-mail is not set up">
      <Text size="sm" c="var(--mantine-color-text)">
        To send e-mails, an administrator sets <Code>SMTP_URL</Code> and <Code>MAIL_FROM</Code> for
        deliver and console, and restarts both.
      </Text>
    </Alert>
  );
}

function Nobody({ add }: { add: (() => void) | undefined }) {
  return (
    <EmptyState
      Icon={BellIcon}
      title="Nobody is alerted yet"
      text={`Get an e-mail when something needs attention, and a report of yesterday every morning.${add ? '' : ' A manager adds recipients here.'}`}
      action={add && <Button onClick={add}>Add yourself</Button>}
    />
  );
}

type OneProps = {
  readonly recipient: Recipient;
  /** Undefined: the role may not. */
  readonly open: ((dialog: Opened['dialog']) => void) | undefined;
};

function OneRecipient({ recipient, open }: OneProps) {
  const { campaign } = useConsole().session;
  const { name, target, failing } = recipient;
  return (
    <Row action={open ? <Actions recipient={recipient} open={open} /> : null}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="sm">E-mail to {target}</Text>
      <Text size="sm">{subscriptionOf(recipient, kindsIn(campaign))}</Text>
      <Text size="sm" {...(failing === null ? { c: 'dimmed' } : inTrouble)}>
        {sentInWords(recipient)}
      </Text>
    </Row>
  );
}

function Actions({ recipient, open }: OneProps) {
  const { call } = useConsole();
  const announce = useAnnounce();
  const { id, name } = recipient;
  const run = useMutation({
    mutationFn: () => call('testRecipient', { id }),
    onSuccess: ({ message }) => announce(message),
  });
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          px="sm"
          onClick={() => run.mutate()}
          loading={run.isPending}
          aria-label={`Send a test to ${name}`}
        >
          Send a test
        </Button>
        {(['Change', 'Remove'] as const).map((label) => (
          <Button
            key={label}
            variant="default"
            px="sm"
            onClick={() => open?.(label === 'Change' ? 'save' : 'remove')}
            aria-label={`${label} ${name}`}
          >
            {label}
          </Button>
        ))}
      </Group>
      <FailureNotice error={run.error} again={() => run.mutate()} />
      {run.data ? (
        <Text size="sm" w="100%" {...(run.data.isTaken ? {} : inTrouble)}>
          {run.data.message}
        </Text>
      ) : null}
    </>
  );
}
