import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../app/calls/send-call.ts';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { CommandText } from '../../ui/command-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AmendmentsPanel, CommitmentPanel, PoolsPanel, RevealPanel } from './draw-panels.tsx';
import { FilesPanel, OwnCheckPanel } from './files-panel.tsx';
import { VerificationPanel } from './verification-panel.tsx';

const refreshMs = 30_000;

export function DrawPage() {
  const { call, session } = useConsole();
  const answer = useQuery({
    queryKey: ['draw'],
    queryFn: () => call('readDraw', {}),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  });
  const { role } = session.account;
  const isCommitted = !answer.error || failureOf(answer.error).code !== 'notFound';
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Draw</PageTitle>
        <Text size="sm" c="dimmed">
          Rewards are drawn from a deck of cards that was fixed beforehand, and anybody can check
          it.
        </Text>
      </div>
      {isCommitted ? (
        <QueryResult query={answer} fetching="The draw is being fetched." heights={[64, 160, 240]}>
          {(draw) => (
            <>
              <VerificationPanel draw={draw} mayVerify={mayCall(role, 'verifyDraw')} />
              <CommitmentPanel draw={draw} />
              <PoolsPanel draw={draw} />
              <AmendmentsPanel amendments={draw.amendments} />
              <FilesPanel draw={draw} mayDownload={mayCall(role, 'allowDrawFiles')} />
              <OwnCheckPanel draw={draw} />
              <RevealPanel reveal={draw.reveal} page={draw.addresses.page} />
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
