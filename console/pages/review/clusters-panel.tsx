import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './review.module.css';
import { type ClusterRow, clusterInWords } from './review-words.ts';

type Before = { number: number; lastAt: number } | null;

export function ClustersPanel({ isAnyOn }: { isAnyOn: boolean }) {
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
  const { data, error } = answer;
  if (error) {
    const again = () => void answer.refetch();
    return <FailureNotice failure={failureOf(error)} again={again} isTrying={answer.isFetching} />;
  }
  if (!data) return <Skeleton height={200} />;
  const rows = data.pages.flatMap(({ clusters }) => clusters);
  return (
    <Panel title="What looks like one hand">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isAnyOn
            ? 'Nothing that the rules look for was found.'
            : 'All rules are off. Let one watch, and what it finds is listed here.'}
        </Text>
      ) : (
        <ul className={styles['list']}>
          {rows.map((row) => (
            <ClusterItem key={row.number} row={row} />
          ))}
        </ul>
      )}
      {answer.hasNextPage ? (
        <Group justify="center">
          <Button
            variant="default"
            loading={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            Show older ones
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

function ClusterItem({ row }: { row: ClusterRow }) {
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <Text size="sm" fw={600}>
          {row.reason}
        </Text>
        <Text size="sm">{clusterInWords(row)}</Text>
        <Text size="sm" c="dimmed">
          Latest {formatTime(row.lastAt)}
        </Text>
      </div>
      <Button
        component={Link}
        href={`/review/${row.number}`}
        variant={row.waiting > 0 ? 'filled' : 'default'}
        aria-label={`Open cluster ${row.number}: ${row.reason}`}
      >
        Open
      </Button>
    </li>
  );
}
