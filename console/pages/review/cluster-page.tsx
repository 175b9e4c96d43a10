import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { formatTime } from '../../ui/format.ts';
import { MembersPanel } from './members-panel.tsx';
import { peopleIn, ruleNames } from './review-words.ts';

const refreshMs = 30_000;

export function ClusterPage({ number }: { number: number }) {
  const { call } = useConsole();
  const answer = useQuery({
    queryKey: ['review', 'cluster', number],
    queryFn: () => call('readCluster', { number }),
    refetchOnWindowFocus: true,
    staleTime: refreshMs,
  });
  const { data } = answer;
  return (
    <Stack gap="md">
      <div>
        <Anchor component={Link} href="/review" size="sm">
          Review
        </Anchor>
        <PageTitle>{data?.reason ?? `Group ${number}`}</PageTitle>
        {data ? (
          <Text size="sm" c="dimmed">
            Group {number} · {ruleNames[data.rule]} · {peopleIn(data.members.length)}
            {data.isMore ? ' or more, of whom the newest are shown' : ''} · last seen{' '}
            {formatTime(data.lastAt)}
          </Text>
        ) : null}
      </div>
      <QueryResult query={answer} fetching="Loading the group." heights={[240]}>
        {(cluster) => <MembersPanel key={number} cluster={cluster} />}
      </QueryResult>
    </Stack>
  );
}
