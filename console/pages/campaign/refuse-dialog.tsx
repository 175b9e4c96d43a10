import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';

type Props = {
  readonly number: number;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function RefuseDialog({ number, close, finish }: Props) {
  const { call, why: remembered, rememberWhy } = useConsole();
  const [why, setWhy] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const run = useMutation({
    mutationFn: () => call('refuseProposal', { number, why: why.trim() }),
    onSuccess: ({ message }) => {
      rememberWhy(why.trim());
      finish(message);
    },
  });
  const fault = reasonFault(why);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && !run.isPending) run.mutate();
  };
  return (
    <Dialog isOpen title={`Refuse proposal ${number}`} close={close}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            It is closed for good and changes nothing. The same can be proposed again.
          </Text>
          <ReasonField value={why} change={setWhy} fault={isChecked ? fault : undefined} />
          {run.error ? (
            <FailureNotice failure={failureOf(run.error)} again={() => run.mutate()} />
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={run.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={run.isPending}>
              Refuse
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
