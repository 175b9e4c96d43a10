import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './review.module.css';
import { clusterInWords, ruleNames, stateOf, type ClusterRow } from './review-words.ts';

type Before = { number: number; lastAt: number } | null;

/** @param props.empty what is said if there is none */
export function ClustersPanel({ empty }: { readonly empty: string }) {
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
    <Panel title="Suspicious groups">
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ul className={styles['list']} aria-label="Suspicious groups">
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
            Show older groups
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

function ClusterItem({ row }: { row: ClusterRow }) {
  const { level, text } = stateOf(row);
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <Text size="sm" fw={600}>
          {row.reason}
        </Text>
        <Text size="sm">{clusterInWords(row)}</Text>
        <Text size="sm" c="dimmed">
          {ruleNames[row.rule]} · last seen {formatTime(row.lastAt)}
        </Text>
      </div>
      <Text size="sm" fw={600} className={styles['state'] ?? ''} data-level={level}>
        {text}
      </Text>
      <Button
        component={Link}
        href={`/review/${row.number}`}
        variant={level === 'act' ? 'filled' : 'default'}
        aria-label={`${level === 'act' ? 'Decide on' : 'Open'} group ${row.number}: ${row.reason}`}
      >
        {level === 'act' ? 'Decide' : 'Open'}
      </Button>
    </li>
  );
}
