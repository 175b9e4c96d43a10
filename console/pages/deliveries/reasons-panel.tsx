import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './reasons-panel.module.css';
import type { Deliveries } from './deliveries-answer.ts';

type Props = {
  readonly reasons: Deliveries['reasons'];
  readonly resend: (reason: string) => void;
};

export function ReasonsPanel({ reasons, resend }: Props) {
  const { session } = useConsole();
  const mayResend = mayCall(session.account.role, 'resendByReason');
  return (
    <Panel title="Why vouchers failed">
      {reasons.length === 0 ? (
        <Text size="sm" c="dimmed">
          None has failed, and none is without a receipt.
        </Text>
      ) : (
        <Table fz="sm" verticalSpacing={6} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Reason</Table.Th>
              <Table.Th scope="col" ta="end">
                Vouchers
              </Table.Th>
              {mayResend ? (
                <Table.Th scope="col">
                  <VisuallyHidden>Send again</VisuallyHidden>
                </Table.Th>
              ) : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(({ reason, count, isMore }) => (
              <Table.Tr key={reason}>
                <Table.Th scope="row" fw={400} className={styles['reason'] ?? ''}>
                  {reason}
                </Table.Th>
                <Table.Td ta="end">
                  {formatCount(count)}
                  {isMore ? ' or more' : ''}
                </Table.Td>
                {mayResend ? (
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      className={styles['button'] ?? ''}
                      onClick={() => resend(reason)}
                      aria-label={`Send again what failed with: ${reason}`}
                    >
                      Send again
                    </Button>
                  </Table.Td>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text size="sm" c="dimmed">
        Mend the cause first. A number that is not in use stays so: such a voucher is settled by
        hand, with “operator deliveries settle”.
      </Text>
    </Panel>
  );
}
