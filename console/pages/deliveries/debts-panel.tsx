import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './deliveries.module.css';
import { ageRows, type Deliveries } from './stock-problems.ts';

export function DebtsPanel({ deliveries }: { deliveries: Deliveries }) {
  const { countedMax } = deliveries;
  const rows = ageRows(deliveries);
  return (
    <Panel title="Vouchers still owed">
      <Table fz="sm" verticalSpacing={6} horizontalSpacing="xs" className={styles['ages'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {['Owed for', 'Waiting', 'Held', 'Failed'].map((label) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, note, level, waiting, held, failed }) => (
            <Table.Tr key={label} data-level={level}>
              <Table.Th scope="row" fw={400}>
                {label}{' '}
                <Text span size="sm" fw={600} className={styles['level'] ?? ''}>
                  {note}
                </Text>
              </Table.Th>
              {[waiting, held, failed].map((count, place) => (
                <Table.Td key={place}>{count === 0 ? '–' : formatCount(count)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        Waiting: sent by itself, once there is a code and the provider works. Held: decided in{' '}
        <Anchor component={Link} href="/review" underline="always" inherit>
          Review
        </Anchor>
        . Failed: sent again or settled below.
        {countedMax === null
          ? ''
          : ` Only the oldest ${formatCount(countedMax)} of each kind were counted.`}
      </Text>
    </Panel>
  );
}
