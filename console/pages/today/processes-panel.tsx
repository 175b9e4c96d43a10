import { Text } from '@mantine/core';
import { formatClock } from '../../ui/format.ts';
import { ActIcon, WellIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { namedProcesses } from './named-processes.ts';
import styles from './processes-panel.module.css';
import type { Today } from './today-answer.ts';

export function ProcessesPanel({ processes }: Pick<Today, 'processes'>) {
  return (
    <Panel title="Programs" avoidsPageBreak>
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
    </Panel>
  );
}
