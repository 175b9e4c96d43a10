import { Button, Group, Stack, Text, Paper } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnnounce } from '../../ui/announcer.tsx';
import { failureOf } from '../../app/calls/send-call.ts';
import { useConsole } from '../../app/console-context.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { csvOf, saveFile } from '../../ui/csv.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { dayOf, formatCount, formatTime } from '../../ui/format.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { AuditFilters } from './audit-filters.tsx';
import {
  collectRows,
  csvMax,
  noFilter,
  tableOf,
  type Filter,
  type AuditRow,
} from './audit-rows.ts';
import styles from './audit-table.module.css';

const pageRows = 50;

export function ActivityPage() {
  const { call } = useConsole();
  const [filter, setFilter] = useState(noFilter);
  /** The last number of each earlier page. */
  const [earlier, setEarlier] = useState<readonly number[]>([]);
  const before = earlier.at(-1) ?? null;
  const answer = useQuery({
    queryKey: ['audit', filter, before],
    queryFn: () => call('readAudits', { ...filter, before, max: pageRows }),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching } = answer;
  const last = data?.rows.at(-1)?.number;
  const choose = (next: Filter) => {
    setFilter(next);
    setEarlier([]);
  };
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <PageTitle>Activity</PageTitle>
          <Text size="sm" c="dimmed">
            By the console and the commands, newest first. Nobody can change it afterwards.
          </Text>
        </div>
        <CsvButton filter={filter} />
      </Group>
      <AuditFilters filter={filter} choose={choose} />
      <QueryResult query={answer} fetching="The rows are being fetched." heights={[320]}>
        {({ rows }) => <AuditTable rows={rows} isOld={answer.isPlaceholderData} />}
      </QueryResult>
      <Group component="nav" aria-label="Pages of the log">
        <Button
          variant="default"
          disabled={earlier.length === 0 || isFetching}
          onClick={() => setEarlier(earlier.slice(0, -1))}
        >
          Newer
        </Button>
        <Button
          variant="default"
          disabled={!data?.hasMore || last === undefined || isFetching}
          onClick={() => setEarlier([...earlier, ...(last === undefined ? [] : [last])])}
        >
          Older
        </Button>
      </Group>
    </Stack>
  );
}

/** All matching rows, not only this page. */
function CsvButton({ filter }: { filter: Filter }) {
  const { call, session, now } = useConsole();
  const announce = useAnnounce();
  const save = useMutation({
    mutationFn: async () => {
      const found = await collectRows((fields) => call('readAudits', fields), filter);
      const name = `${session.campaign.id}-audit-${dayOf(now())}.csv`;
      saveFile(name, new Blob([csvOf(tableOf(found.rows))], { type: 'text/csv' }));
      return found;
    },
    onSuccess: ({ rows }) => announce(`${formatCount(rows.length)} rows are saved.`),
  });
  return (
    <Stack gap={4} align="flex-end">
      <Button
        variant="default"
        leftSection={<DownloadIcon />}
        onClick={() => save.mutate()}
        loading={save.isPending}
      >
        Save as CSV
      </Button>
      {save.data?.hasMore ? (
        <Text size="sm">
          Only the newest {formatCount(csvMax)} rows were saved. Choose days to get the rest.
        </Text>
      ) : null}
      {save.error ? (
        <FailureNotice failure={failureOf(save.error)} again={() => save.mutate()} />
      ) : null}
    </Stack>
  );
}

type Props = { readonly rows: readonly AuditRow[]; readonly isOld: boolean };

function AuditTable({ rows, isOld }: Props) {
  if (rows.length === 0) return <Text size="sm">Nothing like that was done.</Text>;
  return (
    <Paper withBorder className={styles['log']} aria-busy={isOld} opacity={isOld ? 0.6 : 1}>
      <ol className={styles['rows']} aria-label="Activity">
        {rows.map(({ number, at, by, command, what, details, reason }) => (
          <li key={number} className={styles['row']}>
            <div className={styles['when']}>
              <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
              <span>No. {number}</span>
            </div>
            <div className={styles['what']}>
              <Text size="sm" fw={600}>
                {by}: {what}
              </Text>
              <Text size="sm">Reason: {reason}</Text>
              <Text size="xs" c="dimmed">
                {details === '' ? command : `${command}; ${details}`}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </Paper>
  );
}
