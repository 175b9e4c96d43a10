import { Text } from '@mantine/core';
import { DataTable } from '../../ui/data-table.tsx';
import { formatRupees } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Draw, budgetPoolName } from './draw-answer.ts';

export function PoolsPanel({ draw: { pools } }: { draw: Draw }) {
  const planned = rupeesOf(pools, 'planned');
  const granted = rupeesOf(pools, 'granted');
  return (
    <Panel title="Deck and pools">
      <Text size="sm">
        {formatRupees(granted)} of {formatRupees(planned)} granted,{' '}
        {formatRupees(planned - granted)} left. More than is planned cannot be granted: the database
        refuses it.
      </Text>
      <DataTable
        caption="Deck and pools"
        table={{
          columns: [
            { label: 'Pool' },
            { label: 'Reward', isNumber: true },
            { label: 'Planned', isNumber: true },
            { label: 'Granted', isNumber: true },
            { label: 'Left', isNumber: true },
          ],
          rows: pools.map((pool) => [
            budgetPoolName(pool),
            formatRupees(pool.amount),
            pool.planned,
            pool.granted,
            pool.left,
          ]),
        }}
      />
    </Panel>
  );
}

const rupeesOf = (pools: Draw['pools'], of: 'planned' | 'granted') =>
  pools.reduce((sum, pool) => sum + pool.amount * pool[of], 0);
