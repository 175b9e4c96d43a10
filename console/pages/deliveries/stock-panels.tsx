import { Button, Group, Text } from '@mantine/core';
import { voucherUpload } from '@inaam/contract/console/voucher-upload.ts';
import { Link } from 'wouter';
import { useConsole } from '../../app/console-context.ts';
import type { TableData } from '../../ui/csv.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCount, formatDay, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Stock } from './deliveries-answer.ts';

export function StockPanels({ stock }: { stock: Stock }) {
  const { role } = useConsole().session.account;
  const mayLoad = voucherUpload.may.some((may) => may === role);
  return (
    <>
      <Panel title="Stock of voucher codes">
        <DataTable caption="Stock of voucher codes" table={amountsTable(stock)} />
        <Text size="sm" c="dimmed">
          A code is given only if it is still valid in a year. “Lasts until” is reckoned from the
          last week&apos;s rewards, less what is owed.
        </Text>
        {mayLoad ? (
          <Group>
            <Button component={Link} href="/deliveries/load">
              Load codes
            </Button>
          </Group>
        ) : null}
      </Panel>
      <Panel title="Batches">
        {stock.batches.length === 0 ? (
          <Text size="sm" c="dimmed">
            No codes were loaded.
          </Text>
        ) : (
          <DataTable caption="Batches" table={batchesTable(stock)} />
        )}
        <Text size="sm" c="dimmed">
          {stock.hasMore ? 'Older batches are not listed. ' : ''}
          A batch is withdrawn at the command line: “operator vouchers withdraw”.
        </Text>
      </Panel>
    </>
  );
}

const number = (label: string) => ({ label, isNumber: true });

function amountsTable({ amounts }: Stock): TableData {
  return {
    columns: [
      number('Rupees'),
      { label: 'Lasts until' },
      number('Free'),
      number('Owed'),
      number('A day'),
      number('Too old in 30 days'),
      number('Too old now'),
    ],
    rows: amounts.map((one) => [
      one.amount,
      one.lastsUntil === null ? 'nothing is asked for' : formatDay(one.lastsUntil),
      one.free,
      one.owed,
      one.perDay,
      one.expiring,
      one.expired,
    ]),
  };
}

function batchesTable({ batches }: Stock): TableData {
  return {
    columns: [
      number('Batch'),
      number('Left'),
      number('Codes'),
      { label: 'Loaded' },
      { label: 'First of them expires' },
      { label: 'Withdrawn' },
    ],
    rows: batches.map((one) => [
      one.number,
      one.isMore ? `more than ${formatCount(one.left)}` : one.left,
      one.codes,
      formatTime(one.loadedAt),
      one.expiresFrom === null ? (one.left === 0 ? '–' : 'never') : formatDay(one.expiresFrom),
      one.withdrawnAt === null ? '–' : formatTime(one.withdrawnAt),
    ]),
  };
}
