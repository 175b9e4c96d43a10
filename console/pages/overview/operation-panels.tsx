import { Text } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import { deliveryFacts, namedProcesses } from './operation-facts.ts';
import styles from './operation-panels.module.css';
import type { Overview } from './overview-answer.ts';
import { formatClock } from '../../ui/format.ts';
import { ActIcon, WellIcon } from '../../ui/icons.tsx';

export function DeliveryPanel({ today }: { today: Overview }) {
  return (
    <Panel title="Delivery and SMS" avoidsPageBreak>
      <dl className={styles['facts']}>
        {deliveryFacts(today).map(({ label, value, note }) => (
          <div key={label} className={styles['fact']}>
            <dt>
              {label}
              {note ? (
                <Text component="span" size="xs" c="dimmed" display="block">
                  {note}
                </Text>
              ) : null}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

export function ProcessesPanel({ processes }: Pick<Overview, 'processes'>) {
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
