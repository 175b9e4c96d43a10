import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import type { SendCall } from '../../app/send-call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { Action, Person } from './person-actions.ts';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';

type Props = {
  readonly person: Person;
  readonly action: Action;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function ActionDialog({ person, action, close, finish }: Props) {
  const { call, why: remembered, rememberWhy } = useConsole();
  const [why, setWhy] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const [isSure, setIsSure] = useState(action.name !== 'eraseNumber');
  const run = useMutation({
    mutationFn: () => perform(call, { person, action, why: why.trim() }),
    onSuccess: (message) => {
      rememberWhy(why.trim());
      finish(message);
    },
  });
  const fault = reasonFault(why);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && isSure && !run.isPending) run.mutate();
  };
  const failure = run.error ? failureOf(run.error) : undefined;
  return (
    <Dialog isOpen title={action.label} close={close}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {person.shownNumber}. {action.effect}
          </Text>
          <ReasonField value={why} change={setWhy} fault={isChecked ? fault : undefined} />
          {action.name === 'eraseNumber' ? (
            <Checkbox
              label="The person asked for it, and it cannot be undone."
              checked={isSure}
              onChange={(event) => setIsSure(event.currentTarget.checked)}
              error={isChecked && !isSure ? 'Tick this to erase.' : undefined}
            />
          ) : null}
          {failure ? <FailureNotice failure={failure} again={() => run.mutate()} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={run.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              color={action.isGrave ? 'red.9' : 'indigo'}
              loading={run.isPending}
            >
              {action.label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

type Order = { person: Person; action: Action; why: string };

/** @returns what was done, in a sentence */
async function perform(call: SendCall, { person: found, action, why }: Order): Promise<string> {
  const { person, voucher } = found;
  if (action.name === 'exportNumber') {
    const { fileName, json } = await call('exportNumber', { person, why });
    saveFile(fileName, new Blob([json], { type: 'application/json' }));
    return 'The file is downloaded. It holds personal data: delete it once it is handed over.';
  }
  if (action.name !== 'resendVoucher') {
    return (await call(action.name, { person, why })).message;
  }
  if (voucher === null) throw new Error('Failed to send again: the person has no voucher.');
  return (await call('resendVoucher', { person, message: voucher.message, why })).message;
}
