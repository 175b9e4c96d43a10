import { Paper, Text, Title } from '@mantine/core';
import { formatClock } from '../../ui/format.ts';
import { ActIcon, WellIcon } from '../../ui/icons.tsx';
import styles from './panel.module.css';
import { namedProcesses } from './named-processes.ts';
import type { Today } from './today-answer.ts';

export function ProcessesPanel({ processes }: Pick<Today, 'processes'>) {
  return (
    <Paper withBorder component="section" aria-labelledby="processes" className={styles['panel']}>
      <Title order={2} id="processes">
        Programs
      </Title>
      {processes.length === 0 ? (
        <Text size="sm" c="dimmed">
          No program has been heard of.
        </Text>
      ) : (
        <ul className={styles['processes']}>
          {namedProcesses(processes).map(({ id, name, isWell, state, seenAt }) => (
            <li key={id} className={styles['process']}>
              <span className={styles[isWell ? 'well' : 'silent']}>
                {isWell ? <WellIcon size={16} /> : <ActIcon size={16} />}
              </span>
              <span>
                <strong title={id}>{name}</strong> {state}
                <Text component="span" size="sm" c="dimmed">
                  , heard of at {formatClock(seenAt)}
                </Text>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}
