import { Paper, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { PersonIcon, SearchIcon } from '../../ui/icons.tsx';
import { failureOf, type CallFailure } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { ActionDialog } from './actions-panel.tsx';
import { FindForm } from './find-form.tsx';
import type { Action, Person } from './person-actions.ts';
import { PersonView } from './person-view.tsx';
import styles from './person-page.module.css';

type Fields = FieldsOf<'findPerson'>;

export function PersonPage() {
  const { call } = useConsole();
  const announce = useAnnounce();
  const [person, setPerson] = useState<Person>();
  const [action, setAction] = useState<Action>();
  const find = useMutation({
    mutationFn: (fields: Fields) => call('findPerson', fields),
    onSuccess: (found) => {
      setPerson(found);
      announce(found.summary);
    },
    // Somebody else's data must not stay beside a refusal.
    onError: () => setPerson(undefined),
  });
  const again = () => {
    if (find.variables) find.mutate(find.variables);
  };
  const finish = (done: Action, message: string) => {
    setAction(undefined);
    notifications.show({
      title: done.label,
      message,
      role: 'status',
      autoClose: 10_000,
      closeButtonProps: { 'aria-label': 'Close' },
      styles: { description: { color: 'var(--mantine-color-text)' } },
    });
    announce(message);
    if (done.name !== 'exportNumber') again();
  };
  const failure = find.error ? failureOf(find.error) : undefined;
  return (
    <Stack gap="md">
      <PageTitle>Find a shopper</PageTitle>
      <Paper withBorder p="md" className={styles['edge']}>
        <FindForm find={find.mutate} isBusy={find.isPending} />
      </Paper>
      {failure ? <NotShown {...{ failure, again }} fields={find.variables} find={find} /> : null}
      {person ? <PersonView key={person.person} person={person} choose={setAction} /> : null}
      {find.isPending && !person ? <Searching /> : null}
      {find.isIdle && !person ? (
        <Empty
          Icon={PersonIcon}
          title="Find one shopper at a time"
          text="You see where the voucher is, what to tell the caller, and what you can do. Each search is kept in the audit log with your name."
        />
      ) : null}
      {person && action ? (
        <ActionDialog
          key={action.name}
          person={person}
          action={action}
          close={() => setAction(undefined)}
          finish={(message) => finish(action, message)}
        />
      ) : null}
    </Stack>
  );
}

type NotShownProps = {
  readonly failure: CallFailure;
  readonly again: () => void;
  readonly fields: Fields | undefined;
  readonly find: { readonly isPending: boolean };
};

function NotShown({ failure, again, fields, find }: NotShownProps) {
  if (failure.code !== 'notFound' || fields === undefined) {
    return <FailureNotice failure={failure} again={again} isTrying={find.isPending} />;
  }
  return (
    <Empty Icon={SearchIcon} title="Nobody found" text={failure.message} isAlert>
      <Text size="sm" fw={600}>
        Ask the caller
      </Text>
      <ul className={styles['questions']}>
        {questions[fields.by].map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </Empty>
  );
}

const questions: Readonly<Record<Fields['by'], readonly string[]>> = {
  number: [
    'Is it the number of another SIM, or of somebody in the family?',
    'Did an SMS with an OTP or a voucher come, and to which phone?',
    'If there is a voucher: what are the last six characters of its code?',
  ],
  voucher: [
    'Please spell the last six characters again: is it O or 0, I or 1?',
    'Which mobile number did the SMS come to?',
  ],
  pseudonym: ['Compare all 32 characters with the ledger: is it of this campaign?'],
};

type EmptyProps = {
  readonly Icon: typeof SearchIcon;
  readonly title: string;
  readonly text: string;
  readonly isAlert?: boolean;
  readonly children?: ReactNode;
};

function Empty({ Icon, title, text, isAlert = false, children }: EmptyProps) {
  return (
    <div className={styles['empty']} {...(isAlert ? { role: 'alert' } : {})}>
      <span className={styles['emptyIcon']}>
        <Icon size={24} />
      </span>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" className={styles['emptyText'] ?? ''}>
        {text}
      </Text>
      {children}
    </div>
  );
}

function Searching() {
  return (
    <Stack gap="md">
      <VisuallyHidden component="output">Searching.</VisuallyHidden>
      <Skeleton height={220} />
      <Skeleton height={300} />
    </Stack>
  );
}
