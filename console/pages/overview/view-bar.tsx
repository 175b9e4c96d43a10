import { Group, SegmentedControl } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { dayOf } from '../../ui/format.ts';
import styles from './period-choice.module.css';
import { isPeriodName, type Days, type PeriodName } from './period.ts';

const labels: Record<PeriodName, string> = {
  today: 'Today',
  week: '7 days',
  month: '30 days',
  all: 'All',
  own: 'Dates',
};

type Props = {
  readonly period: PeriodName;
  readonly own: Days | undefined;
  readonly hasProgramme: boolean;
  readonly choose: (period: PeriodName) => void;
  readonly chooseOwn: (days: Days) => void;
  readonly now: number;
};

export function PeriodChoice({ period, own, hasProgramme, choose, chooseOwn, now }: Props) {
  const data = Object.entries(labels).map(([value, label]) => ({
    value,
    label,
    disabled: value === 'all' && !hasProgramme,
  }));
  const change = (value: string) => {
    if (isPeriodName(value)) choose(value);
  };
  return (
    <Group gap="xs" className={styles['row'] ?? ''}>
      {period === 'own' ? <OwnDates own={own} chooseOwn={chooseOwn} now={now} /> : null}
      <SegmentedControl
        data={data}
        value={period}
        onChange={change}
        aria-label="Period"
        withItemsBorders={false}
        classNames={{ root: styles['choice'] ?? '', label: styles['label'] ?? '' }}
      />
    </Group>
  );
}

function OwnDates({ own, chooseOwn, now }: Pick<Props, 'own' | 'chooseOwn' | 'now'>) {
  const [value, setValue] = useState<[string | null, string | null]>([
    own?.from ?? null,
    own?.until ?? null,
  ]);
  const change = (next: [string | null, string | null]) => {
    setValue(next);
    const [from, until] = next;
    if (from !== null && until !== null) chooseOwn({ from, until });
  };
  return (
    <DatePickerInput
      type="range"
      value={value}
      onChange={change}
      maxDate={dayOf(now)}
      defaultDate={dayOf(now)}
      allowSingleDateInRange
      placeholder="First and last day"
      aria-label="First and last day"
      valueFormat="D MMM YYYY"
      previousLabel="Month before"
      nextLabel="Month after"
      popoverProps={{ withRoles: false, withinPortal: false }}
      classNames={{ day: styles['day'] ?? '' }}
      w={240}
    />
  );
}
