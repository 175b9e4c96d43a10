import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { formatClock } from '../../ui/format.ts';
import { Verdicts } from '../../ui/verdicts.tsx';
import { ClustersPanel } from './clusters-panel.tsx';
import { heldVerdicts, nothingFound } from './review-words.ts';
import { RulesPanel } from './rules-panel.tsx';

const refreshMs = 30_000;

export function ReviewPage() {
  const { call, session } = useConsole();
  const answer = useQuery({
    queryKey: ['review', 'now'],
    queryFn: () => call('readReview', {}),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  });
  const { data: shown } = answer;
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Review</PageTitle>
        {shown ? (
          <Text size="sm" c="dimmed">
            Updated {formatClock(shown.at)}
          </Text>
        ) : null}
      </div>
      <QueryResult query={answer} fetching="Loading the review." heights={[56, 200]}>
        {(data) => (
          <>
            <Verdicts verdicts={heldVerdicts(data)} />
            {mayCall(session.account.role, 'readClusters') ? (
              <ClustersPanel empty={nothingFound(data.rules.map(({ mode }) => mode))} />
            ) : null}
            <RulesPanel rules={data.rules} />
          </>
        )}
      </QueryResult>
    </Stack>
  );
}
