import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '../../app/call-failure.ts';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { PageTitle } from '../../app/page-title.tsx';
import { formatClock } from '../../ui/format.ts';
import { Verdicts } from '../../ui/verdicts.tsx';
import { ClustersPanel } from './clusters-panel.tsx';
import { heldVerdicts } from './review-words.ts';
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
  const { data, error, isFetching } = answer;
  return (
    <Stack gap="md">
      <div>
        <PageTitle>Review</PageTitle>
        {data ? (
          <Text size="sm" c="dimmed">
            Updated {formatClock(data.at)}
          </Text>
        ) : null}
      </div>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          again={() => void answer.refetch()}
          isTrying={isFetching}
        />
      ) : null}
      {data ? (
        <>
          <Verdicts verdicts={heldVerdicts(data)} />
          {mayCall(session.account.role, 'readClusters') ? (
            <ClustersPanel isAnyOn={data.rules.some(({ mode }) => mode !== 'off')} />
          ) : null}
          <RulesPanel rules={data.rules} />
        </>
      ) : null}
      {!data && !error ? (
        <>
          <VisuallyHidden component="output">The review is being fetched.</VisuallyHidden>
          <Skeleton height={56} />
          <Skeleton height={200} />
        </>
      ) : null}
    </Stack>
  );
}
