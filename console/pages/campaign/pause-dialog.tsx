import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';

type Props = {
  /** Its id. */
  readonly campaign: string;
  readonly isPaused: boolean;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

export function PauseDialog({ campaign, isPaused, close, finish }: Props) {
  const { call, why: remembered, rememberWhy } = useConsole();
  const [why, setWhy] = useState(remembered);
  const [typed, setTyped] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const run = useMutation({
    mutationFn: () =>
      call(isPaused ? 'resumeCampaign' : 'pauseCampaign', { campaign: typed, why: why.trim() }),
    onSuccess: ({ message }) => {
      rememberWhy(why.trim());
      finish(message);
    },
  });
  const fault = reasonFault(why);
  const isSure = typed.trim() === campaign;
  const title = isPaused ? 'Resume the campaign' : 'Pause the campaign';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (fault === undefined && isSure && !run.isPending) run.mutate();
  };
  return (
    <Dialog isOpen title={title} close={close}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            {isPaused
              ? 'Within two seconds codes are sent and rewards are granted again.'
              : 'Nothing is granted any more from the moment you press the button. It is undone by Resume.'}
          </Text>
          <ReasonField value={why} change={setWhy} fault={isChecked ? fault : undefined} />
          <TextInput
            label="The campaign's id"
            description={`Type ${campaign}, so that it is not another campaign's console.`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isChecked && !isSure ? `Type ${campaign}.` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          {run.error ? (
            <FailureNotice failure={failureOf(run.error)} again={() => run.mutate()} />
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={run.isPending}>
              Cancel
            </Button>
            <Button type="submit" color={isPaused ? 'indigo' : 'red.9'} loading={run.isPending}>
              {title}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
