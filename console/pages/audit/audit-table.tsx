import { Paper, Text } from '@mantine/core';
import { formatTime } from '../../ui/format.ts';
import type { AuditRow } from './audit-rows.ts';
import styles from './audit-table.module.css';

type Props = { readonly rows: readonly AuditRow[]; readonly isOld: boolean };

export function AuditTable({ rows, isOld }: Props) {
  if (rows.length === 0) return <Text size="sm">Nothing like that was done.</Text>;
  return (
    <Paper withBorder className={styles['log']} aria-busy={isOld} opacity={isOld ? 0.6 : 1}>
      <ol className={styles['rows']} aria-label="What was done">
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
