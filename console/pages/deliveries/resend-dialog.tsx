import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { failureOf } from '../../app/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatCount, formatDecimal } from '../../ui/format.ts';
import { ReasonField, reasonFault } from '../../ui/reason-field.tsx';

type Props = {
  readonly reason: string;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

const title = 'Send again';

export function ResendDialog({ reason, close, finish }: Props) {
  const { call } = useConsole();
  const counted = useQuery({
    // Apart from the page's figures: asked again, nothing is left to be sent.
    queryKey: ['resend', reason],
    queryFn: () => call('countResend', { reason }),
    // What is confirmed has just been counted.
    gcTime: 0,
  });
  const { data, error } = counted;
  return (
    <Dialog isOpen title={title} close={close}>
      <Stack gap="md">
        <Text size="sm">Failed with: {reason}</Text>
        {error ? (
          <FailureNotice failure={failureOf(error)} again={() => void counted.refetch()} />
        ) : null}
        {data ? <Confirmation {...{ reason, close, finish }} counted={data} /> : null}
        {!data && !error ? <Skeleton height={120} /> : null}
      </Stack>
    </Dialog>
  );
}

type Counted = AnswerOf<'countResend'>;

function Confirmation({ reason, close, finish, counted }: Props & { readonly counted: Counted }) {
  const { call, why: remembered, rememberWhy } = useConsole();
  const [why, setWhy] = useState(remembered);
  const [isChecked, setIsChecked] = useState(false);
  const run = useMutation({
    mutationFn: () => call('resendByReason', { reason, count: counted.count, why: why.trim() }),
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
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{effectOf(counted)}</Text>
        <ReasonField value={why} change={setWhy} fault={isChecked ? fault : undefined} />
        {run.error ? <FailureNotice failure={failureOf(run.error)} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={run.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={run.isPending}>
            Send {formatCount(counted.count)} again
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function effectOf({ count, left, isMore, rupees }: Counted): string {
  const what = count === 1 ? '1 voucher is' : `${formatCount(count)} vouchers are`;
  const cost = `${what} sent again, each with its code to its number. The SMS cost ₹${formatDecimal(rupees)}.`;
  if (left === 0) return cost;
  return `${cost} Left for the next time: ${formatCount(left)}${isMore ? ' or more' : ''}.`;
}
