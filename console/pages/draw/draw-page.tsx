import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureOf } from '../../app/calls/send-call.ts';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '../../app/query-result.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AmendmentsPanel, CommitmentPanel, PoolsPanel, RevealPanel } from './draw-panels.tsx';
import { FilesPanel } from './files-panel.tsx';
import styles from './draw.module.css';
import { useAnnounce } from '../../ui/announcer.tsx';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatTime } from '../../ui/format.ts';
import { Verdicts } from '../../ui/verdicts.tsx';
import {
  type Draw,
  drawVerdicts,
  progressOf,
  resultOf,
  type Verification,
  whatIsVerified,
} from './verification-words.ts';

const runningMs = 1000;
const restingMs = 15_000;

export function DrawPage() {
  const { call, session } = useConsole();
  const answer = useRefreshed(['draw'], () => call('readDraw', {}));
  const { role } = session.account;
  const isCommitted = !answer.error || failureOf(answer.error).code !== 'notFound';
  return (
    <Stack gap="md">
      <PageTitle note="Rewards are drawn from a deck of cards that was fixed beforehand, and anybody can check it.">
        Draw
      </PageTitle>
      {isCommitted ? (
        <QueryResult query={answer} what="the draw" heights={[64, 160, 240]}>
          {(draw) => (
            <>
              <VerificationPanel draw={draw} mayVerify={mayCall(role, 'verifyDraw')} />
              {draw.amendments.length === 0 ? null : (
                <AmendmentsPanel amendments={draw.amendments} />
              )}
              <FilesPanel draw={draw} mayDownload={mayCall(role, 'allowDrawFiles')} />
            </>
          )}
        </QueryResult>
      ) : (
        <Panel title="Not committed yet">
          <Text size="sm">
            Before the start both holders of the secret commit to the draw. They bring their parts
            and run this command on a machine with a shell. This page then shows the commitment.
          </Text>
          <CommandText command={'npx inaam draw commit --why "launch, approved by the brand"'} />
        </Panel>
      )}
    </Stack>
  );
}

type VerificationProps = { readonly draw: Draw; readonly mayVerify: boolean };

function VerificationPanel({ draw, mayVerify }: VerificationProps) {
  const { call, now } = useConsole();
  const answer = useQuery({
    queryKey: ['draw', 'verification'],
    queryFn: () => call('readVerification', {}),
    initialData: draw.verification,
    refetchInterval: ({ state }) => (state.data?.running ? runningMs : restingMs),
  });
  const start = useMutation({
    mutationFn: () => call('verifyDraw', {}),
    onSettled: () => answer.refetch(),
  });
  const { running, last } = answer.data;
  useAnnouncedEnd(answer.data);
  const failure = start.error ?? answer.error;
  return (
    <>
      <Verdicts verdicts={drawVerdicts(draw, last, now())} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          <Panel title="Verification">
            <Text size="sm">{whatIsVerified(draw.reveal.at !== null)}</Text>
            {last === null ? null : (
              <div>
                <Text
                  fw={600}
                  c={`var(--mantine-color-${last.result === 'valid' ? 'text' : 'error'})`}
                >
                  {resultOf(last)}
                </Text>
                <Text size="sm">{last.text}</Text>
                <Text size="sm" c="dimmed">
                  {formatTime(last.at)}, asked by {last.by}
                </Text>
              </div>
            )}
            {running ? <Running running={running} /> : null}
            {failure ? (
              <FailureNotice failure={failureOf(failure)} again={() => start.mutate()} />
            ) : null}
            {mayVerify ? (
              <Group>
                <Button
                  onClick={() => start.mutate()}
                  loading={start.isPending || running !== null}
                >
                  Verify now
                </Button>
              </Group>
            ) : null}
          </Panel>
          <RevealPanel reveal={draw.reveal} page={draw.addresses.page} />
        </div>
        <PoolsPanel draw={draw} />
      </div>
      <CommitmentPanel draw={draw} />
    </>
  );
}

function Running({ running }: { running: NonNullable<Verification['running']> }) {
  const { text, percent } = progressOf(running);
  return (
    <div>
      <Text size="sm">{text}</Text>
      <Progress
        value={percent ?? 100}
        striped={percent === null}
        animated={percent === null}
        aria-label="Progress of the verification"
      />
    </div>
  );
}

/** Announces the result once it arrives. */
function useAnnouncedEnd({ running, last }: Verification): void {
  const announce = useAnnounce();
  const wasRunning = useRef(false);
  const isRunning = running !== null;
  const said = last === null ? '' : `${resultOf(last)} ${last.text}`;
  useEffect(() => {
    if (wasRunning.current && !isRunning) announce(said);
    wasRunning.current = isRunning;
  }, [isRunning, said, announce]);
}
