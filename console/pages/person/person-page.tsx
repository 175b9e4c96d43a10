import { Grid, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { FieldsOf } from '@inaam/contract/console/calls.ts';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { FindForm } from './find-form.tsx';
import type { Action, Person } from './person-actions.ts';
import { PersonView } from './person-view.tsx';

export function PersonPage() {
  const { call } = useConsole();
  const announce = useAnnounce();
  const [person, setPerson] = useState<Person>();
  const [action, setAction] = useState<Action>();
  const find = useMutation({
    mutationFn: (fields: FieldsOf<'findPerson'>) => call('findPerson', fields),
    onSuccess: (found) => {
      setPerson(found);
      announce(found.summary);
    },
    // Somebody else's data must not stay beside a refusal.
    onError: () => setPerson(undefined),
  });
  const finish = (done: Action, message: string) => {
    setAction(undefined);
    notifications.show({ title: done.label, message, role: 'status', autoClose: 10_000 });
    announce(message);
    if (done.name === 'eraseNumber') setPerson(undefined);
    else if (done.name !== 'exportNumber' && find.variables) find.mutate(find.variables);
  };
  const again = () => {
    if (find.variables) find.mutate(find.variables);
  };
  return (
    <Stack gap="md">
      <PageTitle>Find a shopper</PageTitle>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Paper withBorder p="md">
            <FindForm find={find.mutate} isBusy={find.isPending} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          {find.error ? (
            <FailureNotice
              failure={failureOf(find.error)}
              again={again}
              isTrying={find.isPending}
            />
          ) : null}
          {person ? <PersonView key={person.person} person={person} choose={setAction} /> : null}
          {find.isPending && !person ? <Searching /> : null}
          {find.isIdle && !person ? (
            <Text size="sm" c="dimmed">
              Find one person to see what happened and to help. Each search is kept in the audit
              log.
            </Text>
          ) : null}
        </Grid.Col>
      </Grid>
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

function Searching() {
  return (
    <Stack gap="md">
      <VisuallyHidden component="output">Searching.</VisuallyHidden>
      <Skeleton height={140} />
      <Skeleton height={220} />
    </Stack>
  );
}
