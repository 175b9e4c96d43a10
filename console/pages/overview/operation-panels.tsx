import { Text } from '@mantine/core';
import { ActIcon, WellIcon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { deliveryFacts, namedProcesses } from './measures.ts';
import type { Overview } from './view.ts';
import styles from './overview.module.css';

export function DeliveryPanel({ overview }: { overview: Overview }) {
  return (
    <Panel title="Delivery and SMS" avoidsPageBreak>
      <dl className={styles['facts']}>
        {deliveryFacts(overview).map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>{value}</strong>
              {note ? <span>{note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

export function ProcessesPanel({ processes, at }: Pick<Overview, 'processes' | 'at'>) {
  return (
    <Panel title="Programs" avoidsPageBreak>
      {processes.length === 0 ? (
        <Text size="sm" c="dimmed">
          No program has reported yet.
        </Text>
      ) : (
        <ul className={styles['facts']}>
          {namedProcesses(processes, at).map(({ id, name, isWell, state, seen }) => (
            <li key={id} title={id}>
              <span>{name}</span>
              <span className={styles['state']}>
                <strong data-well={isWell}>
                  {isWell ? <WellIcon size={14} /> : <ActIcon size={14} />}
                  {state}
                </strong>
                <span>{seen}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
