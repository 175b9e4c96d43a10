import { Stack, Text } from '@mantine/core';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { PagePanels, QueryResult, useRefreshed } from '../../app/query-result.tsx';
import { CommandText } from '../../ui/facts.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { PlotOrigin } from '../../ui/plot-frame.tsx';
import { AmendmentsPanel, CommitmentPanel, PoolsPanel, RevealPanel } from './draw-panels.tsx';
import { FilesPanel } from './files-panel.tsx';
import styles from './draw.module.css';
import { Verdicts } from '../../ui/verdicts.tsx';
import { drawVerdicts } from './verification-words.ts';

export function DrawPage() {
  const { call, now, session } = useConsole();
  const answer = useRefreshed(['draw'], () => call('readDraw', {}));
  const isCommitted = !answer.error || failureOf(answer.error).code !== 'notFound';
  return (
    <Stack gap="md">
      <PageTitle note="Rewards are drawn from a deck of cards that was fixed beforehand, and anybody can check it.">
        Draw
      </PageTitle>
      {isCommitted ? (
        <QueryResult query={answer} what="the draw" heights={[64, 160, 240]}>
          {(draw) => (
            <PlotOrigin
              value={{
                campaign: session.campaign.name,
                scope: 'Whole campaign',
                time: formatTime(now()),
              }}
            >
              <Verdicts verdicts={drawVerdicts(draw, now())} />
              <div className={styles['columns']}>
                <Stack gap="md" className={styles['column'] ?? ''}>
                  <CommitmentPanel draw={draw} />
                  <RevealPanel reveal={draw.reveal} page={draw.addresses.page} />
                </Stack>
                <PoolsPanel draw={draw} />
              </div>
              {draw.amendments.length === 0 ? null : (
                <AmendmentsPanel amendments={draw.amendments} />
              )}
              <PagePanels page="/draw" />
              <FilesPanel draw={draw} />
            </PlotOrigin>
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
