import {
  Group,
  SegmentedControl,
  Select,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { PageTitle } from '../../app/layout/page-title.tsx';
import { dayOf, formatClock } from '../../ui/format.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import {
  isPeriodName,
  periodLabels,
  shownDays,
  shownFilters,
  toggled,
  type Days,
  type Overview,
  type View,
} from './view.ts';
import styles from './overview.module.css';

type Props = {
  readonly view: View;
  readonly open: (view: View) => void;
  readonly days: Days;
  readonly overview: Overview | undefined;
  readonly now: number;
};

/** The title, what it shows, and the choice of period and filters. */
export function ViewBar({ view, open, days, overview, now }: Props) {
  const filters = shownFilters(view.filter);
  return (
    <div className={styles['bar']}>
      <PageTitle note={scopeText(days, overview)}>Overview</PageTitle>
      <PeriodChoice view={view} open={open} now={now} />
      {filters.length === 0 ? null : (
        <Group gap="xs" component="ul" flex="0 1 100%" aria-label="Filters">
          {filters.map(({ name, text }) => (
            <li key={name}>
              <UnstyledButton
                className={styles['chip'] ?? ''}
                onClick={() => open(toggled(view, name, view.filter[name] ?? ''))}
              >
                <VisuallyHidden>Remove the filter </VisuallyHidden>
                {text}
                <CloseIcon size={14} />
              </UnstyledButton>
            </li>
          ))}
        </Group>
      )}
      {view.filter.state === undefined ? null : (
        <Text size="sm" c="dimmed" flex="0 1 100%">
          Visits and OTP requests are not shown: a shopper’s state is known once verified.
        </Text>
      )}
    </div>
  );
}

/** The figures are counted every few seconds. */
const lagMs = 120_000;

/** "20 to 26 May 2025, compared with 13 to 19 May" */
function scopeText(days: Days, overview: Overview | undefined): string {
  if (overview === undefined) return shownDays(days);
  const { at, countedUntil, compared } = overview;
  const isBehind = countedUntil !== null && days.until >= dayOf(at) && at - countedUntil > lagMs;
  return [
    shownDays(days),
    ...(isBehind ? [`counted up to ${formatClock(countedUntil)}`] : []),
    ...(compared === null ? [] : [`compared with ${withoutYear(compared, days)}`]),
  ].join(', ');
}

function withoutYear(compared: Days, days: Days): string {
  const text = shownDays(compared);
  const year = ` ${days.until.slice(0, 4)}`;
  return text.endsWith(year) ? text.slice(0, -year.length) : text;
}

const periods = Object.entries(periodLabels).map(([value, label]) => ({ value, label }));

function PeriodChoice({ view, open, now }: Pick<Props, 'view' | 'open' | 'now'>) {
  const { period } = view;
  const change = (value: string | null) => {
    if (value !== null && isPeriodName(value)) open({ ...view, period: value, own: undefined });
  };
  return (
    <div className={styles['periods']}>
      {period === 'own' ? <OwnDates view={view} open={open} now={now} /> : null}
      <SegmentedControl
        data={periods}
        value={period}
        onChange={change}
        aria-label="Period"
        withItemsBorders={false}
        visibleFrom="sm"
        classNames={{ root: styles['segments'] ?? '', label: styles['segment'] ?? '' }}
      />
      <Select
        data={periods}
        value={period}
        onChange={change}
        allowDeselect={false}
        aria-label="Period"
        hiddenFrom="sm"
        w="100%"
      />
    </div>
  );
}

function OwnDates({ view, open, now }: Pick<Props, 'view' | 'open' | 'now'>) {
  const { own } = view;
  const [value, setValue] = useState<[string | null, string | null]>([
    own?.from ?? null,
    own?.until ?? null,
  ]);
  const change = (next: [string | null, string | null]) => {
    setValue(next);
    const [from, until] = next;
    if (from !== null && until !== null) open({ ...view, own: { from, until } });
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
      valueFormat="D MMM YYYY"
      previousLabel="Month before"
      nextLabel="Month after"
      popoverProps={{ withRoles: false, withinPortal: false }}
      classNames={{ root: styles['dates'] ?? '', day: styles['day'] ?? '' }}
    />
  );
}
