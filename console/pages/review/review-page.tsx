import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '../../app/query-result.tsx';
import { formatClock, formatTime, noBreak } from '../../ui/format.ts';
import { ReviewIcon } from '../../ui/icons.tsx';
import { Panel, Row, Rows } from '../../ui/panel.tsx';
import { EmptyState, StatusBadge } from '../../ui/states.tsx';
import { Verdicts } from '../../ui/verdicts.tsx';
import {
  clusterInWords,
  heldVerdicts,
  nothingFound,
  stateOf,
  type ClusterRow,
  type Review,
} from './review-words.ts';
import { RulesPanel } from './rules-panel.tsx';

export function ReviewPage() {
  const { call, session } = useConsole();
  const answer = useRefreshed(['review', 'now'], () => call('readReview', {}));
  const { data: shown } = answer;
  return (
    <Stack gap="md">
      <PageTitle note={shown ? `Updated ${formatClock(shown.at)}` : noBreak}>Review</PageTitle>
      <QueryResult query={answer} what="the review" heights={[56, 200]}>
        {(data) => (
          <>
            <Verdicts verdicts={heldVerdicts(data)} />
            {mayCall(session.account.role, 'readClusters') ? (
              <ClustersPanel rules={data.rules} />
            ) : null}
            <RulesPanel rules={data.rules} />
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

type Before = { number: number; lastAt: number } | null;

function ClustersPanel({ rules }: Pick<Review, 'rules'>) {
  const { call } = useConsole();
  const answer = useInfiniteQuery({
    queryKey: ['review', 'clusters'],
    queryFn: ({ pageParam }) => call('readClusters', { before: pageParam }),
    initialPageParam: null as Before,
    getNextPageParam: ({ clusters, hasMore }): Before | undefined => {
      const last = clusters.at(-1);
      return hasMore && last ? { number: last.number, lastAt: last.lastAt } : undefined;
    },
  });
  return (
    <QueryResult query={answer} what="the groups" heights={[200]}>
      {({ pages }) => (
        <Panel title="Suspicious groups">
          {pages[0]?.clusters.length === 0 ? (
            <EmptyState Icon={ReviewIcon} {...nothingFound(rules.map(({ mode }) => mode))} />
          ) : (
            <Rows label="Suspicious groups">
              {pages.flatMap(({ clusters }) =>
                clusters.map((row) => <ClusterItem key={row.number} row={row} />),
              )}
            </Rows>
          )}
          {answer.hasNextPage ? (
            <Group justify="center">
              <Button
                variant="default"
                loading={answer.isFetchingNextPage}
                onClick={() => void answer.fetchNextPage()}
              >
                Show older groups
              </Button>
            </Group>
          ) : null}
        </Panel>
      )}
    </QueryResult>
  );
}

function ClusterItem({ row }: { row: ClusterRow }) {
  const { level, text } = stateOf(row);
  return (
    <Row
      action={
        <>
          <StatusBadge level={level === 'closed' ? 'none' : level}>{text}</StatusBadge>
          <Button
            component={Link}
            href={`/review/${row.number}`}
            variant="default"
            aria-label={`${level === 'act' ? 'Decide on' : 'Open'} group ${row.number}: ${row.reason}`}
          >
            {level === 'act' ? 'Decide' : 'Open'}
          </Button>
        </>
      }
    >
      <Text size="sm" fw={600}>
        {row.reason}
      </Text>
      <Text size="sm" c="dimmed">
        {clusterInWords(row)} · last seen {formatTime(row.lastAt)}
      </Text>
    </Row>
  );
}
