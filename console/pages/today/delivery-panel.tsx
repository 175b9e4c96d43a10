import { Text } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import { deliveryFacts } from './delivery-facts.ts';
import styles from './delivery-panel.module.css';
import type { Today } from './today-answer.ts';

export function DeliveryPanel({ today }: { today: Today }) {
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
