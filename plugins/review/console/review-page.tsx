import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { mayCall, useConsole } from '@inaam/console/app/console-context.ts';
import { NotFound } from '@inaam/console/app/layout/layout.tsx';
import { PageTitle } from '@inaam/console/app/layout/page-title.tsx';
import { QueryResult, useRefreshed } from '@inaam/console/app/query-result.tsx';
import { countOf, formatClock, formatTime, noBreak } from '@inaam/console/ui/format.ts';
import { ReviewIcon } from '@inaam/console/ui/icons.tsx';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';
import { EmptyState, StatusBadge } from '@inaam/console/ui/states.tsx';
import { Verdicts } from '@inaam/console/ui/verdicts.tsx';
import { ClusterPage } from './cluster-page.tsx';
import {
  clusterInWords,
  heldVerdicts,
  nothingFound,
  stateOf,
  type ClusterRow,
  type Review,
} from './review-words.ts';
import { RulesPanel } from './rules-panel.tsx';

/** The groups, or the one that the address names. */
export function ReviewRoute() {
  const { number } = useParams<{ number?: string }>();
  const { role } = useConsole().session.account;
  if (number === undefined) return <ReviewPage />;
  return mayCall(role, 'readCluster') ? <ClusterPage number={Number(number)} /> : <NotFound />;
}

function ReviewPage() {
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
            {mayCall(session.account.role, 'readClusters') ? <ClustersPanel review={data} /> : null}
            <RulesPanel rules={data.rules} />
          </>
        )}
      </QueryResult>
    </Stack>
  );
}

type Before = { number: number; lastAt: number } | null;

function ClustersPanel({ review: { rules, held } }: { review: Review }) {
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
          {areCountedTwice(pages, held.count) ? (
            <Text size="sm" c="dimmed">
              A person in two groups is counted in both, so they hold more than the{' '}
              {countOf(held.count, 'voucher')} above.
            </Text>
          ) : null}
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

const areCountedTwice = (pages: readonly { clusters: readonly ClusterRow[] }[], held: number) =>
  pages.flatMap(({ clusters }) => clusters).reduce((sum, row) => sum + row.held, 0) > held;

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
