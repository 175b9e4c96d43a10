import { Select, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole, useLookUp } from '../../app/console-context.ts';
import type { TableData } from '../../ui/csv.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Deliveries, Examples } from './deliveries-answer.ts';

/** Only for support and managers, who can look a winner up from here. */
export function ExamplesPanel({ reasons }: Pick<Deliveries, 'reasons'>) {
  const { call } = useConsole();
  const lookUp = useLookUp();
  const actionFor = (rows: readonly { readonly pseudonym: string }[]) => ({
    label: 'Find',
    nameOf: (at: number) => `Find the winner ${rows[at]?.pseudonym ?? ''}`,
    run: (at: number) => lookUp?.(rows[at]?.pseudonym ?? ''),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  // Once sent again, a reason may have no messages left.
  const reason = reasons.some((one) => one.reason === chosen) ? chosen : null;
  const answer = useQuery({
    queryKey: ['deliveries', 'examples', reason],
    queryFn: () => call('readDebtExamples', reason === null ? {} : { failure: reason }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = answer;
  if (error) {
    const again = () => void answer.refetch();
    return <FailureNotice failure={failureOf(error)} again={again} isTrying={answer.isFetching} />;
  }
  if (!data) return <Skeleton height={200} />;
  return (
    <>
      {data.late.length === 0 ? null : (
        <Panel title="Owed for too long">
          <DataTable
            caption="Owed for too long"
            table={lateTable(data)}
            action={actionFor(data.late)}
          />
          <Text size="sm" c="dimmed">
            The oldest {data.late.length}.
          </Text>
        </Panel>
      )}
      <Panel title="The newest that failed">
        <Select
          label="Reason"
          placeholder="All reasons"
          clearable
          clearButtonProps={{ 'aria-label': 'All reasons' }}
          value={reason}
          onChange={setChosen}
          data={reasons.map((one) => one.reason)}
        />
        {data.failed.length === 0 ? (
          <Text size="sm" c="dimmed">
            None has failed.
          </Text>
        ) : (
          <DataTable
            caption="The newest that failed"
            table={failedTable(data)}
            action={actionFor(data.failed)}
          />
        )}
      </Panel>
    </>
  );
}

const states: Readonly<Record<string, string>> = {
  owed: 'waits for a code',
  assigned: 'waits for the SMS',
};

const lateTable = ({ late }: Examples): TableData => ({
  columns: [
    { label: 'Days', isNumber: true },
    { label: 'Reason' },
    { label: 'Rupees', isNumber: true },
    { label: 'State' },
    { label: 'Pseudonym' },
    { label: 'Message' },
  ],
  rows: late.map((one) => [
    one.days,
    one.reason ?? '–',
    one.amount,
    states[one.state] ?? one.state,
    one.pseudonym,
    one.message,
  ]),
});

const failedTable = ({ failed }: Examples): TableData => ({
  columns: [
    { label: 'Reason' },
    { label: 'Rupees', isNumber: true },
    { label: 'Reward' },
    { label: 'Sends', isNumber: true },
    { label: 'Sent again', isNumber: true },
    { label: 'Pseudonym' },
    { label: 'Message' },
  ],
  rows: failed.map((one) => [
    one.reason ?? 'none',
    one.amount,
    formatTime(one.owedAt),
    one.sends,
    one.resends,
    one.pseudonym,
    one.message,
  ]),
});
