import { Anchor, Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useAnnounce } from '../../ui/announcer.tsx';
import { useConsole, useLookUp } from '../../app/console-context.ts';
import { pageGroupsOf } from '../../app/layout/pages.ts';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { csvOf, saveFile } from '../../ui/csv.ts';
import { FailureNotice } from '../../app/failure-notice.tsx';
import { QueryResult } from '../../app/query-result.tsx';
import { countOf, dayOf, formatCount, formatDay, formatHour, formatTime } from '../../ui/format.ts';
import { DownloadIcon, LogIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import {
  addressOf,
  addressOfThing,
  collectRows,
  csvMax,
  filterIn,
  nothing,
  pseudonymsIn,
  reasonOf,
  tableOf,
  timeLineOf,
  titleOf,
  type AuditRow,
  type Day,
  type Entry,
  type Filter,
} from './audit-rows.ts';
import styles from './audit-table.module.css';

const pageRows = 100;

export function ActivityPage() {
  const { call } = useConsole();
  const [address, setAddress] = useSearchParams();
  const filter = filterIn(address);
  const choose = (next: Filter) => setAddress(addressOf(next), { replace: true });
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const answer = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam: before }) => call('readAudits', { ...filter, before, max: pageRows }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? (rows.at(-1)?.number ?? null) : null),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <PageTitle note="Who did what in the console and by commands, newest first. Nobody can change it.">
          Activity
        </PageTitle>
        <CsvButton filter={filter} />
      </Group>
      <AuditFilters filter={filter} choose={choose} />
      <QueryResult query={answer} what="the activity" heights={[320]}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyState
              Icon={LogIcon}
              title={isFiltered ? 'No matching activity' : 'No activity yet'}
              text={
                isFiltered
                  ? 'Nobody did this on these days.'
                  : 'Sign-ins, look-ups and changes appear here, each with its reason.'
              }
            />
          ) : (
            <Paper
              withBorder
              aria-busy={answer.isPlaceholderData}
              opacity={answer.isPlaceholderData ? 0.6 : 1}
            >
              {timeLineOf(rows).map((day) => (
                <DayOfActivity key={day.entries[0]?.rows[0].number} {...day} />
              ))}
            </Paper>
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
            Show earlier activity
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

type FiltersProps = { readonly filter: Filter; readonly choose: (filter: Filter) => void };

function AuditFilters({ filter, choose }: FiltersProps) {
  const { call, now } = useConsole();
  const { from, until } = filter;
  /** While only the first day is chosen. */
  const [first, setFirst] = useState<string | null>(null);
  const choices = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: () => call('readAuditChoices', {}),
  });
  const changeDays = (next: [string | null, string | null]) => {
    const [start, end] = next;
    const isWhole = (start === null) === (end === null);
    setFirst(isWhole ? null : start);
    if (isWhole) choose({ ...filter, from: start, until: end });
  };
  const isFiltered = Object.values(filter).some((value) => value !== null);
  return (
    <Group gap="sm" align="flex-end" component="search">
      <Select
        label="Who"
        placeholder="Everybody"
        data={choices.data?.people ?? []}
        value={filter.by}
        onChange={(by) => choose({ ...filter, by })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Everybody' }}
        w={{ base: '100%', xs: 200 }}
      />
      <Select
        label="What"
        placeholder="Everything"
        data={(choices.data?.commands ?? []).map(({ command, what }) => ({
          value: command,
          label: command.startsWith('console ') ? what : `${what} (command)`,
        }))}
        value={filter.command}
        onChange={(command) => choose({ ...filter, command })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
        w={{ base: '100%', xs: 300 }}
      />
      <DatePickerInput
        type="range"
        label="Days"
        placeholder="All days"
        value={first === null ? [from, until] : [first, null]}
        onChange={changeDays}
        maxDate={dayOf(now())}
        defaultDate={dayOf(now())}
        allowSingleDateInRange
        valueFormat="D MMM YYYY"
        w={{ base: '100%', xs: 240 }}
      />
      {isFiltered ? (
        <Button variant="default" onClick={() => choose(nothing)}>
          Clear the filters
        </Button>
      ) : null}
    </Group>
  );
}

/** All matching rows, not only those that are shown. */
function CsvButton({ filter }: { filter: Filter }) {
  const { call, session, now } = useConsole();
  const announce = useAnnounce();
  const save = useMutation({
    mutationFn: async () => {
      const found = await collectRows((fields) => call('readAudits', fields), filter);
      const name = `${session.campaign.id}-activity-${dayOf(now())}.csv`;
      saveFile(name, new Blob([csvOf(tableOf(found.rows))], { type: 'text/csv' }));
      return found;
    },
    onSuccess: ({ rows }) => announce(`Saved ${countOf(rows.length, 'row')}.`),
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
      <FailureNotice error={save.error} again={() => save.mutate()} />
    </Stack>
  );
}

function DayOfActivity({ day, entries }: Day) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={2} id={heading} className={styles['date']}>
        {formatDay(day)}
      </Title>
      <ol className={styles['rows']} aria-label={`Activity of ${formatDay(day)}`}>
        {entries.map((entry) => (
          <li key={entry.rows[0].number}>
            <EntryOfDay entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EntryOfDay({ entry }: { entry: Entry }) {
  const { rows } = entry;
  const [row] = rows;
  const first = rows.at(-1)?.at ?? row.at;
  const time = formatHour(row.at);
  const reason = reasonOf(entry);
  return (
    <details className={styles['entry']}>
      <summary className={styles['row']}>
        <time dateTime={new Date(row.at).toISOString()} className={styles['when']}>
          {rows.length === 1 || formatHour(first) === time ? time : `${formatHour(first)}–${time}`}
        </time>
        <span className={styles['what']}>
          <b>{row.by}</b> <span>{titleOf(entry)}</span>
        </span>
        <span className={styles['reason']}>{reason === undefined ? '' : `Reason: ${reason}`}</span>
      </summary>
      {rows.length === 1 ? (
        <RowDetails row={row} />
      ) : (
        <ul className={styles['folded']}>
          {rows.map((one) => (
            <li key={one.number}>
              <Text size="sm">
                {formatHour(one.at)} {one.what}
                {reason === undefined ? `. Reason: ${one.reason}` : null}
              </Text>
              <RowDetails row={one} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const link = { inherit: true, underline: 'always' } as const;

function RowDetails({ row }: { row: AuditRow }) {
  const { session } = useConsole();
  const lookUp = useLookUp();
  const { number, at, by, command, details } = row;
  const address = addressOfThing(row);
  const theirs = `/activity?${addressOf({ ...nothing, by }).toString()}`;
  const page = pageGroupsOf(session)
    .flatMap(({ pages }) => pages)
    .find(({ path }) => `${address}/`.startsWith(`${path}/`));
  return (
    <div className={styles['details']}>
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {details}
      </Text>
      <Group gap="0 1rem" fz="sm">
        {page ? (
          <Anchor component={Link} href={address} {...link}>
            Open {page.label}
          </Anchor>
        ) : null}
        {(lookUp ? pseudonymsIn(row) : []).map((one) => (
          <Anchor
            key={one}
            component="button"
            type="button"
            onClick={() => lookUp?.(one)}
            {...link}
          >
            Open shopper {one.slice(0, 8)}
          </Anchor>
        ))}
        <Anchor component={Link} href={theirs} {...link}>
          All by {by}
        </Anchor>
      </Group>
      <Text size="xs" c="dimmed">
        {formatTime(at)}, No. {number}, {command}
      </Text>
    </div>
  );
}
