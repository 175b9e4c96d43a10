import { Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { deliveryFacts, type Fact } from './delivery-facts.ts';
import styles from './panel.module.css';
import type { Today } from './today-answer.ts';

export function DeliveryPanel({ today }: { today: Today }) {
  return <FactsPanel title="Delivery and SMS" facts={deliveryFacts(today)} />;
}

function FactsPanel({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const heading = useId();
  return (
    <Paper withBorder component="section" aria-labelledby={heading} className={styles['panel']}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      <dl className={styles['facts']}>
        {facts.map(({ label, value, note }) => (
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
    </Paper>
  );
}
