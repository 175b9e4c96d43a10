import { Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useConsole } from '@inaam/console/app/console-context.ts';
import { QueryResult } from '@inaam/console/app/query-result.tsx';
import { formatTime } from '@inaam/console/ui/format.ts';
import { Panel, Row, Rows } from '@inaam/console/ui/panel.tsx';

const refreshMs = 30_000;

export function AlertLogPanel() {
  const { call } = useConsole();
  const answer = useInfiniteQuery({
    queryKey: ['alerts', 'mails'],
    queryFn: ({ pageParam: before }) => call('readAlertMails', { before }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ mails, hasMore }) => (hasMore ? (mails.at(-1)?.number ?? null) : null),
    refetchInterval: refreshMs,
  });
  return (
    <Panel title="Sent to whom">
      <QueryResult query={answer} what="what was sent" heights={[120]}>
        {({ pages }) => {
          const mails = pages.flatMap((page) => page.mails);
          if (mails.length === 0)
            return <Text size="sm">Nothing was sent in the last 90 days.</Text>;
          return (
            <Rows label="E-mails, newest first">
              {mails.map(({ number, at, name, text, refused }) => (
                <Row key={number} action={null}>
                  <Text size="sm" fw={600}>
                    {name}
                  </Text>
                  <Text size="sm">{text}</Text>
                  <Text size="sm" {...(refused === null ? dimmed : inTrouble)}>
                    {formatTime(at)}
                    {refused === null ? '' : `. Refused: ${refused}.`}
                  </Text>
                </Row>
              ))}
            </Rows>
          );
        }}
      </QueryResult>
      {answer.hasNextPage ? (
        <Group justify="center">
          <Button
            variant="default"
            onClick={() => void answer.fetchNextPage()}
            loading={answer.isFetchingNextPage}
          >
            Show earlier e-mails
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

const dimmed = { c: 'dimmed' };
const inTrouble = { c: 'var(--console-act)', fw: 600 };
