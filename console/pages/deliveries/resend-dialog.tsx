import { Skeleton, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../app/calls/call-failure.ts';
import { useConsole } from '../../app/console-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { ReasonForm } from '../../app/reason-form.tsx';
import { formatCount, formatDecimal } from '../../ui/format.ts';

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
  const { call } = useConsole();
  const { count } = counted;
  const resend = async (why: string) =>
    (await call('resendByReason', { reason, count, why })).message;
  return (
    <ReasonForm send={resend} {...{ close, finish }} button={`Send ${formatCount(count)} again`}>
      <Text size="sm">{effectOf(counted)}</Text>
    </ReasonForm>
  );
}

function effectOf({ count, left, isMore, rupees }: Counted): string {
  const what = count === 1 ? '1 voucher is' : `${formatCount(count)} vouchers are`;
  const cost = `${what} sent again, each with its code to its number. The SMS cost ₹${formatDecimal(rupees)}.`;
  if (left === 0) return cost;
  return `${cost} Left for the next time: ${formatCount(left)}${isMore ? ' or more' : ''}.`;
}
