import { Button, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
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

type Props = { readonly draw: Draw; readonly mayVerify: boolean };

export function VerificationPanel({ draw, mayVerify }: Props) {
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
      <Panel title="Verification">
        <Text size="sm">{whatIsVerified(draw.reveal.at !== null)}</Text>
        {last === null ? null : (
          <div>
            <Text fw={600} c={`var(--mantine-color-${last.result === 'valid' ? 'text' : 'error'})`}>
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
            <Button onClick={() => start.mutate()} loading={start.isPending || running !== null}>
              Verify now
            </Button>
          </Group>
        ) : null}
      </Panel>
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
