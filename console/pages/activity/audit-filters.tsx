import { Button, Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { dayOf } from '../../ui/format.ts';
import { filterIn, type Filter } from './audit-rows.ts';

type Props = { readonly filter: Filter; readonly choose: (filter: Filter) => void };

export function AuditFilters({ filter, choose }: Props) {
  const { call, now } = useConsole();
  const { from, until } = filter;
  /** While only the first day is chosen. */
  const [first, setFirst] = useState<string | null>(null);
  const choices = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: () => call('readAuditChoices', {}),
  });
  const commands = choices.data?.commands ?? [];
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
        data={commands.map(({ command, what }) => ({
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
        <Button variant="default" onClick={() => choose(filterIn(new URLSearchParams()))}>
          Clear the filters
        </Button>
      ) : null}
    </Group>
  );
}
