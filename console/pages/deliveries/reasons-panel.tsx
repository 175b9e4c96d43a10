import { Button, Table, Text, VisuallyHidden, Skeleton, Stack } from '@mantine/core';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { formatCount, formatDecimal } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './reasons-panel.module.css';
import type { Deliveries } from './deliveries-answer.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../app/calls/send-call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { ReasonForm } from '../../app/reason-form.tsx';

type Props = {
  readonly reasons: Deliveries['reasons'];
  readonly resend: (reason: string) => void;
};

export function ReasonsPanel({ reasons, resend }: Props) {
  const { session } = useConsole();
  const mayResend = mayCall(session.account.role, 'resendByReason');
  return (
    <Panel title="Why vouchers failed">
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          None has failed, and none is without a receipt.
        </Text>
      ) : (
        <Table fz="sm" verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Reason</Table.Th>
              <Table.Th scope="col" ta="end">
                Vouchers
              </Table.Th>
              {mayResend ? (
                <Table.Th scope="col">
                  <VisuallyHidden>Send again</VisuallyHidden>
                </Table.Th>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(({ reason, count, isMore }) => (
              <Table.Tr key={reason}>
                <Table.Th scope="row" fw={400} className={styles['reason'] ?? ''}>
                  {reason}
                </Table.Th>
                <Table.Td ta="end">
                  {formatCount(count)}
                  {isMore ? ' or more' : ''}
                </Table.Td>
                {mayResend ? (
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      className={styles['button'] ?? ''}
                      onClick={() => resend(reason)}
                      aria-label={`Send again what failed with: ${reason}`}
                    >
                      Send again
                    </Button>
                  </Table.Td>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="sm" c="dimmed">
        Mend the cause first. A number that is not in use stays so: such a voucher is settled by
        hand, with “operator deliveries settle”.
      </Text>
    </Panel>
  );
}

type ResendDialogProps = {
  readonly failure: string;
  readonly close: () => void;
  /** `message` says what was done. */
  readonly finish: (message: string) => void;
};

const title = 'Send again';

export function ResendDialog({ failure, close, finish }: ResendDialogProps) {
  const { call } = useConsole();
  const counted = useQuery({
    // Apart from the page's figures: asked again, nothing is left to be sent.
    queryKey: ['resend', failure],
    queryFn: () => call('countResend', { failure }),
    // What is confirmed has just been counted.
    gcTime: 0,
  });
  const { data, error } = counted;
  return (
    <Dialog isOpen title={title} close={close}>
      <Stack gap="md">
        <Text size="sm">Failed with: {failure}</Text>
        {error ? (
          <FailureNotice failure={failureOf(error)} again={() => void counted.refetch()} />
        ) : null}
        {data ? <Confirmation {...{ failure, close, finish }} counted={data} /> : null}
        {!data && !error ? <Skeleton height={120} /> : null}
      </Stack>
    </Dialog>
  );
}

type Counted = AnswerOf<'countResend'>;

function Confirmation({
  failure,
  close,
  finish,
  counted,
}: ResendDialogProps & { readonly counted: Counted }) {
  const { call } = useConsole();
  const { count } = counted;
  const resend = async (reason: string) =>
    (await call('resendByReason', { failure, count, reason })).message;
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
