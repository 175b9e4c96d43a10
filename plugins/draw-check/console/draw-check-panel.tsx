import { Button, Group, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { FailureNotice } from '@inaam/console/app/failure-notice.tsx';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { useAnnounce } from '@inaam/console/ui/announcer.tsx';
import { ColumnNames } from '@inaam/console/ui/data-table.tsx';
import { Hash } from '@inaam/console/ui/facts.tsx';
import { formatCount, formatTime } from '@inaam/console/ui/format.ts';
import { Panel } from '@inaam/console/ui/panel.tsx';
import { Verdicts } from '@inaam/console/ui/verdicts.tsx';
import { durationOf, lastInWords, resultOf } from './draw-check-words.ts';

const queryKey = ['draw', 'checks'];
/** More nights are shown on request. */
const first = 7;

export function DrawCheckPanel() {
  const { call, session } = useConsole();
  const answer = useRefreshed(queryKey, () => call('readDrawChecks', {}));
  return (
    <Panel title="Verified each night">
      <QueryResult query={answer} what="the verifications" heights={[120]}>
        {({ checks, isRunning }) => (
          <>
            <LastCheck checks={checks} />
            <Text size="sm">
              After two at night the console recomputes the ledger with the verifier that anybody
              can run, and against the heads of all nights before.
              {isRunning ? ' A verification is running, or begins within minutes.' : null}
            </Text>
            {mayCall(session.account.role, 'verifyDraw') ? (
              <VerifyButton isRunning={isRunning} />
            ) : null}
            {checks.length === 0 ? null : <Nights checks={checks} />}
          </>
        )}
      </QueryResult>
    </Panel>
  );
}

type Props = { readonly checks: AnswerOf<'readDrawChecks'>['checks'] };

function LastCheck({ checks }: Props) {
  const [last] = checks;
  const text = lastInWords(checks);
  if (!last) return <Text size="sm">{text}</Text>;
  const isWell = last.fault === null;
  const verdict = { level: isWell ? 'well' : 'act', text, todo: last.fault ?? '' } as const;
  return <Verdicts verdicts={[verdict]} />;
}

function VerifyButton({ isRunning }: { isRunning: boolean }) {
  const { call } = useConsole();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: () => call('verifyDraw', {}),
    onSuccess: async ({ message }) => {
      announce(message);
      await queries.invalidateQueries({ queryKey });
    },
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

function Nights({ checks }: Props) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? checks : checks.slice(0, first);
  return (
    <>
      <Table.ScrollContainer minWidth={560} type="native">
        <Table fz="sm" aria-label="Verifications, newest first">
          <ColumnNames names={['When', 'Entries', 'Took', 'Result', 'Head that is kept']} />
          <Table.Tbody>
            {shown.map((check) => (
              <Table.Tr key={check.at}>
                <Table.Td>{formatTime(check.at)}</Table.Td>
                <Table.Td>{formatCount(check.entries)}</Table.Td>
                <Table.Td>{durationOf(check)}</Table.Td>
                <Table.Td {...(check.fault === null ? {} : { c: 'var(--console-act)' })}>
                  {resultOf(check)}
                </Table.Td>
                <Table.Td>
                  <Hash isShort name="the head">
                    {check.hash}
                  </Hash>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {checks.length > first ? (
        <Group>
          <Button variant="subtle" size="compact-sm" px={0} onClick={() => setIsAll(!isAll)}>
            {isAll ? 'Show fewer' : `Show all ${formatCount(checks.length)}`}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
