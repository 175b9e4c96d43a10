import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import {
  AmendmentsPanel,
  CommitmentPanel,
  LedgerPanel,
  PoolsPanel,
  RevealPanel,
} from './draw-panels.tsx';
import { FilesPanel } from './files-panel.tsx';
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
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Draw</PageTitle>
        <Text size="sm" c="dimmed">
          Rewards by chance are drawn from a deck that was fixed beforehand. This page shows how
          anybody can check that.
        </Text>
      </div>
      <QueryResult query={answer} fetching="The draw is being fetched." heights={[120, 240]}>
        {(draw) => (
          <>
            <VerificationPanel
              first={draw.verification}
              isRevealed={draw.reveal.at !== null}
              mayVerify={mayCall(role, 'verifyDraw')}
            />
            <CommitmentPanel draw={draw} />
            <LedgerPanel draw={draw} />
            <PoolsPanel draw={draw} />
            <AmendmentsPanel amendments={draw.amendments} />
            <RevealPanel reveal={draw.reveal} page={draw.addresses.page} />
            {mayCall(role, 'allowDrawFiles') ? <FilesPanel entries={draw.head.entries} /> : null}
          </>
        )}
      </QueryResult>
    </Stack>
  );
}
