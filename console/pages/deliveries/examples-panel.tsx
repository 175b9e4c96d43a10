import { Button, Group, Select, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mayCall, useConsole, useLookUp } from '../../app/console-context.ts';
import { QueryResult } from '../../app/query-result.tsx';
import { countOf, formatRupees, formatTime } from '../../ui/format.ts';
import { WellIcon } from '../../ui/icons.tsx';
import { Panel, Row, Rows } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Deliveries, Examples } from './stock-outlook.ts';

export type Example = Examples['late'][number] | Examples['failed'][number];

/** The vouchers that are listed: the late ones, all that failed, or those of a reason. */
export type Chosen = { kind: 'late' | 'failed' } | { kind: 'reason'; reason: string };

type Props = Pick<Deliveries, 'reasons'> & {
  readonly hasLate: boolean;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
  readonly settle: (example: Example) => void;
};

const fixed: Readonly<Record<'late' | 'failed', string>> = {
  late: 'Owed the longest',
  failed: 'Latest failures',
};

/** Individual vouchers. Only for support and managers, who can look a winner up from here. */
export function ExamplesPanel({ reasons, hasLate, chosen, choose, settle }: Props) {
  const { call } = useConsole();
  const reason = chosen.kind === 'reason' ? chosen.reason : undefined;
  const answer = useQuery({
    queryKey: ['deliveries', 'examples', reason ?? null],
    queryFn: () => call('readDebtExamples', reason === undefined ? {} : { failure: reason }),
    placeholderData: keepPreviousData,
  });
  const kinds = [...(hasLate ? ['late' as const] : []), 'failed' as const];
  return (
    <Panel title="Individual vouchers">
      <Select
        aria-label="Which vouchers"
        allowDeselect={false}
        value={reason === undefined ? chosen.kind : `reason ${reason}`}
        onChange={(value) => {
          const kind = kinds.find((one) => one === value);
          if (kind) choose({ kind });
          else if (value !== null) choose({ kind: 'reason', reason: value.slice(7) });
        }}
        data={[
          ...kinds.map((kind) => ({ value: kind, label: fixed[kind] })),
          ...reasons.map((one) => ({ value: `reason ${one.reason}`, label: `“${one.reason}”` })),
        ]}
        maw={420}
      />
      <QueryResult query={answer} what="the vouchers" heights={[200]}>
        {({ late, failed }) => (
          <ExampleList
            key={JSON.stringify(chosen)}
            examples={chosen.kind === 'late' ? late : failed}
            settle={settle}
          />
        )}
      </QueryResult>
    </Panel>
  );
}

type ListProps = {
  readonly examples: readonly Example[];
  readonly settle: (example: Example) => void;
};

function ExampleList({ examples, settle }: ListProps) {
  const { role } = useConsole().session.account;
  const lookUp = useLookUp();
  if (examples.length === 0) {
    return <EmptyState Icon={WellIcon} title="No vouchers of this kind" />;
  }
  return (
    <Rows label="Individual vouchers" first={3}>
      {examples.map((one) => (
        <Row
          key={one.message}
          action={
            <Group gap="xs">
              {lookUp ? (
                <Button
                  variant="default"
                  aria-label={`Open shopper ${shortened(one.pseudonym)}`}
                  onClick={() => lookUp(one.pseudonym)}
                >
                  Open
                </Button>
              ) : null}
              {mayCall(role, 'settleVoucher') && mayBeSettled(one) ? (
                <Button
                  variant="default"
                  aria-label={`Settle the voucher of ${shortened(one.pseudonym)}`}
                  onClick={() => settle(one)}
                >
                  Settle
                </Button>
              ) : null}
            </Group>
          }
        >
          <Text size="sm" fw={600}>
            {formatRupees(one.amount)}
            {one.reason === null ? '' : ` · “${one.reason}”`}
          </Text>
          <Text size="sm" c="dimmed">
            {'state' in one ? lateFacts(one) : failedFacts(one)}
          </Text>
        </Row>
      ))}
    </Rows>
  );
}

const shortened = (pseudonym: string) => pseudonym.slice(0, 8);

/** Whether it can be settled: it failed, or was sent without a receipt. */
const mayBeSettled = (one: Example) =>
  !('state' in one) || one.state === 'failed' || one.state === 'sent';

const states: Readonly<Record<string, string>> = {
  owed: 'waiting for a code',
  assigned: 'waiting to be sent',
  failed: 'failed',
};

const lateFacts = ({ days, state }: Examples['late'][number]): string =>
  `Owed for ${countOf(days, 'day')}; ${states[state] ?? state}`;

function failedFacts({ owedAt, sends, resends }: Examples['failed'][number]): string {
  const sent = sends === 0 ? 'not sent' : sends === 1 ? 'sent once' : `sent ${sends} times`;
  const again = resends === 0 ? '' : `, ${resends} by hand`;
  return `Won ${formatTime(owedAt)}; ${sent}${again}`;
}
