import { Text } from '@mantine/core';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Verdicts } from '../../ui/verdicts.tsx';
import { debtClock, debtRows } from './debt-clock.ts';
import type { Deliveries } from './deliveries-answer.ts';

export function DebtsPanel({ deliveries }: { deliveries: Deliveries }) {
  const { debts, countedMax } = deliveries;
  return (
    <>
      <Verdicts verdicts={[debtClock(deliveries)]} />
      {debts.length === 0 ? null : (
        <Panel title="Vouchers that winners still have to get">
          <DataTable
            caption="Vouchers that winners still have to get"
            table={{
              columns: [
                { label: 'Owed for' },
                { label: 'Waiting', isNumber: true },
                { label: 'Failed', isNumber: true },
              ],
              rows: debtRows(deliveries),
            }}
          />
          <Text size="sm" c="dimmed">
            They wait for a code or for the SMS.{heldInWords(deliveries)}
            {countedMax === null
              ? ''
              : ` Only the oldest ${formatCount(countedMax)} of each kind were counted.`}
          </Text>
        </Panel>
      )}
    </>
  );
}

function heldInWords({ held, heldIsMore }: Deliveries): string {
  if (held === 0) return '';
  const count = `${formatCount(held)}${heldIsMore ? ' or more' : ''}`;
  return ` ${count} of them ${held === 1 ? 'is' : 'are'} held in the review; the days go on.`;
}
