import { Button, Stack, Text } from '@mantine/core';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { QueryResult } from '../../app/query-result.tsx';
import { ReasonForm, type Ends } from '../../app/reason-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { countOf, formatCount } from '../../ui/format.ts';
import { WellIcon } from '../../ui/icons.tsx';
import { Panel, Row, Rows } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { priceOf, type Deliveries, type Reason } from './stock-outlook.ts';

type Props = {
  readonly reasons: Deliveries['reasons'];
  readonly resend: (reason: string) => void;
  /** Shows the single vouchers that failed for it. */
  readonly show: (reason: string) => void;
};

export function ReasonsPanel({ reasons, ...actions }: Props) {
  return (
    <Panel title="Why deliveries fail">
      {reasons.length === 0 ? (
        <EmptyState
          Icon={WellIcon}
          title="No failed deliveries"
          text="When vouchers fail or get no receipt, the reasons are listed here with what to do."
        />
      ) : (
        <Rows label="Reasons">
          {reasons.map((reason) => (
            <ReasonItem key={reason.reason} reason={reason} {...actions} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

type ItemProps = Omit<Props, 'reasons'> & { readonly reason: Reason };

function ReasonItem({ reason: found, resend, show }: ItemProps) {
  const { reason, count, isMore, cause, meaning, remedy } = found;
  const { role } = useConsole().session.account;
  const showing = mayCall(role, 'settleVoucher') ? 'Settle by hand' : 'Show them';
  return (
    <Row
      action={
        <>
          {cause !== 'dead' && cause !== 'erased' && mayCall(role, 'resendByReason') ? (
            <Button
              variant="default"
              onClick={() => resend(reason)}
              aria-label={`Send again what failed with: ${reason}`}
            >
              Send again
            </Button>
          ) : null}
          {cause === 'dead' && mayCall(role, 'readDebtExamples') ? (
            <Button
              variant="default"
              onClick={() => show(reason)}
              aria-label={`${showing}: ${reason}`}
            >
              {showing}
            </Button>
          ) : null}
        </>
      }
    >
      <Text size="sm">
        {countOf(count, 'voucher')}
        {isMore ? ' or more' : ''}:{' '}
        <Text span size="sm" fw={600}>
          “{reason}”
        </Text>
      </Text>
      <Text size="sm" c="dimmed">
        {meaning} {remedy}
      </Text>
    </Row>
  );
}

export function ResendDialog({ failure, close, finish }: Ends & { readonly failure: string }) {
  const { call } = useConsole();
  const counted = useQuery({
    // Apart from the page's figures: asked again, nothing is left to be sent.
    queryKey: ['resend', failure],
    queryFn: () => call('countResend', { failure }),
    // What is confirmed has just been counted.
    gcTime: 0,
  });
  return (
    <Dialog isOpen title="Send again" close={close}>
      <Stack gap="md">
        <Text size="sm">Failed with: “{failure}”</Text>
        <QueryResult query={counted} what="the vouchers" heights={[120]}>
          {(data) => (
            <ReasonForm
              send={async (reason) =>
                (await call('resendByReason', { failure, count: data.count, reason })).message
              }
              {...{ close, finish }}
              button={`Send ${formatCount(data.count)} again for ${priceOf(data.rupees)}`}
            >
              {effectOf(data).map((sentence) => (
                <Text key={sentence} size="sm">
                  {sentence}
                </Text>
              ))}
            </ReasonForm>
          )}
        </QueryResult>
      </Stack>
    </Dialog>
  );
}

function effectOf({ count, left, isMore, leftOut }: AnswerOf<'countResend'>): string[] {
  const { tooOften, erased, isAll } = leftOut;
  const atLeast = isAll ? '' : 'at least ';
  const isOne = count === 1;
  return [
    `${countOf(count, 'voucher')} ${isOne ? 'is' : 'are'} sent again: the same code, to the same number.`,
    ...(left > 0
      ? [`${formatCount(left)}${isMore ? ' or more' : ''} are left for the next time.`]
      : []),
    ...(tooOften > 0
      ? [
          `Left out: ${atLeast}${formatCount(tooOften)} ${tooOften === 1 ? 'was' : 'were'} sent again three times already. Settle ${tooOften === 1 ? 'it' : 'them'} by hand.`,
        ]
      : []),
    ...(erased > 0
      ? [
          `Left out: ${atLeast}${countOf(erased, 'winner')} had their data erased, so there is no number.`,
        ]
      : []),
  ];
}
