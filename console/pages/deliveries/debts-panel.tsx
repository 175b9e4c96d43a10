import { Anchor, Group, Table, Text } from '@mantine/core';
import { pluginPages } from '@inaam/plugins/console.ts';
import { Link } from 'wouter';
import { ColumnNames } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/states.tsx';
import styles from './deliveries.module.css';
import { ageRows, type Deliveries } from './stock-outlook.ts';

/** Where people decide about what is held. */
const holds = pluginPages.find(({ decidesHolds }) => decidesHolds);

export function DebtsPanel({ deliveries }: { deliveries: Deliveries }) {
  const { countedMax } = deliveries;
  const rows = ageRows(deliveries);
  return (
    <Panel title="Vouchers still owed">
      <Table fz="sm" verticalSpacing={6} horizontalSpacing="xs" className={styles['ages'] ?? ''}>
        <ColumnNames names={['Owed for', 'Waiting', 'Held', 'Failed']} />
        <Table.Tbody>
          {rows.map(({ label, note, level, waiting, held, failed }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                <Group gap="0.25rem 0.5rem">
                  {label}
                  <StatusBadge level={level}>{note}</StatusBadge>
                </Group>
              </Table.Th>
              {[waiting, held, failed].map((count, place) => (
                <Table.Td key={place}>{count === 0 ? '–' : formatCount(count)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        Waiting vouchers are sent automatically once there is a code and the provider works.{' '}
        {holds ? (
          <>
            Held ones are decided in{' '}
            <Anchor component={Link} href={holds.path} underline="always" inherit>
              {holds.label}
            </Anchor>
            .{' '}
          </>
        ) : null}
        Failed ones can be sent again or settled.
        {countedMax === null
          ? ''
          : ` Only the oldest ${formatCount(countedMax)} of each kind were counted.`}
      </Text>
    </Panel>
  );
}
