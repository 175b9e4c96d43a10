import { Button, Group, Select } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConsole } from '../../app/console-context.ts';
import { dayOf } from '../../ui/format.ts';
import { noFilter, type Filter } from './audit-rows.ts';

type Props = { readonly filter: Filter; readonly choose: (filter: Filter) => void };

export function AuditFilters({ filter, choose }: Props) {
  const { call, now } = useConsole();
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  const choices = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: () => call('readAuditChoices', {}),
  });
  const commands = choices.data?.commands ?? [];
  const changeDays = (next: [string | null, string | null]) => {
    setDays(next);
    const [from, until] = next;
    if ((from === null) === (until === null)) choose({ ...filter, from, until });
  };
  const showAll = () => {
    setDays([null, null]);
    choose(noFilter);
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
          label: what === command ? command : `${what} (${command})`,
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
        value={days}
        onChange={changeDays}
        maxDate={dayOf(now())}
        defaultDate={dayOf(now())}
        allowSingleDateInRange
        valueFormat="D MMM YYYY"
        w={{ base: '100%', xs: 240 }}
      />
      {isFiltered ? (
        <Button variant="default" onClick={showAll}>
          Show all
        </Button>
      ) : null}
    </Group>
  );
}
