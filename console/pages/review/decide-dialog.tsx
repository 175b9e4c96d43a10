import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';
import type { Action } from './review-answer.ts';
import { actionWords, needsSecond } from './review-words.ts';

type Props = {
  readonly action: Action;
  readonly cluster: number;
  readonly pseudonyms: readonly string[];
  readonly asksForTwo: boolean;
  readonly close: () => void;
  /** `message` says what was done, and what was too late. */
  readonly finish: (message: string) => void;
};

export function DecideDialog(props: Props) {
  const { action, cluster, pseudonyms, asksForTwo, close, finish } = props;
  const { call, why: remembered, rememberWhy } = useConsole();
  const [why, setWhy] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const { title, effect, button } = actionWords[action];
  const run = useMutation({
    mutationFn: () =>
      call('decideVouchers', { cluster, pseudonyms: [...pseudonyms], action, why: why.trim() }),
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
  const isProposal = action === 'refuse' && asksForTwo;
  return (
    <Dialog isOpen title={title} close={close}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">{effect}</Text>
          {isProposal ? (
            <Text size="sm" fw={600}>
              {needsSecond}
            </Text>
          ) : null}
          <ReasonField value={why} change={setWhy} fault={isChecked ? fault : undefined} />
          {run.error ? <FailureNotice failure={failureOf(run.error)} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={run.isPending}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={run.isPending}
              color={action === 'refuse' || action === 'confirm' ? 'red' : 'indigo'}
            >
              {isProposal
                ? `Propose to ${button(pseudonyms.length).toLowerCase()}`
                : button(pseudonyms.length)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
