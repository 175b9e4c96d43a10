import { Text } from '@mantine/core';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/states.tsx';
import { deliveryFacts, namedProcesses } from './measures.ts';
import type { Overview } from './view.ts';

const Note = ({ text }: { readonly text: string | undefined }) => (
  <Text size="xs" c="dimmed">
    {text}
  </Text>
);

export function DeliveryPanel({ overview }: { overview: Overview }) {
  const facts = deliveryFacts(overview).map(({ label, value, note }) => ({
    label,
    value: (
      <>
        {value}
        <Note text={note} />
      </>
    ),
  }));
  return (
    <Panel title="Delivery and SMS">
      <Facts isNarrow facts={facts} />
    </Panel>
  );
}

export function ProcessesPanel({ processes, at }: Pick<Overview, 'processes' | 'at'>) {
  const facts = namedProcesses(processes, at).map(({ name, isWell, state, seen }) => ({
    label: name,
    value: (
      <>
        <StatusBadge tone={isWell ? 'good' : 'bad'}>{state}</StatusBadge>
        <Note text={seen} />
      </>
    ),
  }));
  return (
    <Panel title="Programs">
      {facts.length === 0 ? (
        <Text size="sm" c="dimmed">
          No program has reported yet.
        </Text>
      ) : (
        <Facts isNarrow facts={facts} />
      )}
    </Panel>
  );
}
