import { Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { formatDay, formatHour, formatTime } from '../../ui/format.ts';
import {
  reasonOf,
  timeLineOf,
  titleOf,
  type AuditRow,
  type Day,
  type Entry,
} from './audit-rows.ts';
import styles from './audit-table.module.css';

export function TimeLine({ rows }: { rows: readonly AuditRow[] }) {
  return timeLineOf(rows).map((day) => <DayOfActivity key={day.day} {...day} />);
}

function DayOfActivity({ day, entries }: Day) {
  const heading = useId();
  return (
    <section className={styles['day']} aria-labelledby={heading}>
      <Title order={2} id={heading} className={styles['date']}>
        {formatDay(day)}
      </Title>
      <Paper
        withBorder
        component="ol"
        className={styles['rows']}
        aria-label={`Activity of ${formatDay(day)}`}
      >
        {entries.map((entry) => (
          <li key={entry.rows[0].number}>
            <EntryOfDay entry={entry} />
          </li>
        ))}
      </Paper>
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
          <span>
            <b>{row.by}</b> <span>{titleOf(entry)}</span>
          </span>
          {reason === undefined ? null : <span className={styles['reason']}>Reason: {reason}</span>}
        </span>
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

function RowDetails({ row: { number, at, command, details } }: { row: AuditRow }) {
  const lines = details === '' ? [] : details.split('\n');
  return (
    <div className={styles['details']}>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      <Text size="xs" c="dimmed">
        {formatTime(at)}, No. {number}, {command}
      </Text>
    </div>
  );
}
