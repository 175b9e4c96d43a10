import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { QueryResult } from '@inaam/console/app/query-result.tsx';
import { DataTable } from '@inaam/console/ui/data-table.tsx';
import { countOf, formatCount, formatDuration, formatTime } from '@inaam/console/ui/format.ts';
import { Panel } from '@inaam/console/ui/panel.tsx';
import { Verdicts, type Verdict } from '@inaam/console/ui/verdicts.tsx';

const queryKey = ['draw', 'checks'];

export function DrawCheckPanel() {
  const { call, session } = useConsole();
  const answer = useQuery({
    queryKey,
    queryFn: () => call('readDrawChecks', {}),
    refetchInterval: ({ state: { data } }) =>
      data && !data.isRunning && data.checks.length > 0 ? 30_000 : 3000,
  });
  return (
    <Panel title="Verified each night">
      <QueryResult query={answer} what="the verifications" heights={[120]}>
        {({ checks, isRunning }) => (
          <>
            {checks.length > 0 && <Verdicts verdicts={lastVerdict(checks)} />}
            <Text size="sm" component="output">
              After two at night the console recomputes the ledger with the verifier that anybody
              can run, and against the heads of all nights before.
              {checks.length === 0 ? ' It was not verified yet.' : null}
              {isRunning ? ' A verification is running, or begins within minutes.' : null}
            </Text>
            {mayCall(session.account.role, 'verifyDraw') ? (
              <VerifyButton isRunning={isRunning} />
            ) : null}
            {checks.length > 0 && <Nights checks={checks} />}
          </>
        )}
      </QueryResult>
    </Panel>
  );
}

type Props = { readonly checks: AnswerOf<'readDrawChecks'>['checks'] };

function lastVerdict([last]: Props['checks']): Verdict[] {
  if (!last) return [];
  const [at, entries] = [formatTime(last.at), countOf(last.entries, 'entry', 'entries')];
  return [
    last.fault === null
      ? { level: 'well', text: `Verified on ${at}: ${entries}, all right.`, todo: '' }
      : { level: 'act', text: `A fault was found on ${at}.`, todo: last.fault },
  ];
}

function VerifyButton({ isRunning }: { isRunning: boolean }) {
  const { call } = useConsole();
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: () => call('verifyDraw', {}),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <Group gap="sm">
      <Button
        variant="default"
        onClick={() => run.mutate()}
        loading={run.isPending}
        disabled={isRunning}
      >
        Verify now
      </Button>
      <FailureNotice error={run.error} again={() => run.mutate()} />
    </Group>
  );
}

const Nights = ({ checks }: Props) => (
  <DataTable
    caption="Verifications, newest first"
    table={{
      columns: [
        { label: 'When' },
        { label: 'Entries', isNumber: true },
        { label: 'Took' },
        { label: 'Result', isText: true },
        { label: 'Head that is kept' },
      ],
      rows: checks.map((check) => [
        formatTime(check.at),
        formatCount(check.entries),
        formatDuration(check.seconds),
        check.fault ?? 'All right',
        `${check.hash.slice(0, 16)}…`,
      ]),
    }}
  />
);
