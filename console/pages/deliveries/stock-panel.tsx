import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { pagesFrom } from '../../app/layout/pages.ts';
import { countOf, formatCount, formatDay, formatRupees, formatTime } from '../../ui/format.ts';
import { UploadIcon } from '../../ui/icons.tsx';
import { Panel, Row, Rows } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './deliveries.module.css';
import { outlookOf, type AmountStock, type Batch, type Stock } from './stock-outlook.ts';

export function StockPanel({ stock }: { stock: Stock }) {
  const { session } = useConsole();
  return (
    <Panel
      title="Stock of voucher codes"
      aside={pagesFrom('/deliveries', session).map(({ path, label }) => (
        <Button key={path} component={Link} href={path} variant="default">
          {label}
        </Button>
      ))}
    >
      <ul className={styles['amounts']} aria-label="Amounts">
        {stock.amounts.map((amount) => (
          <Amount key={amount.amount} amount={amount} stock={stock} />
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        At the recent pace of rewards. Only codes that are valid for a year count as free.
      </Text>
    </Panel>
  );
}

type Props = { readonly amount: AmountStock; readonly stock: Stock };

function Amount({ amount, stock }: Props) {
  const { free, owed, perDay, expiring, expired } = amount;
  const outlook = outlookOf(amount, stock);
  const facts = [
    ...(perDay > 0 ? [`${formatCount(perDay)} a day`] : []),
    ...(owed > 0 ? [`${countOf(owed, 'voucher')} waiting`] : []),
    ...(expiring > 0 ? [`${formatCount(expiring)} expire in 30 days`] : []),
    ...(expired > 0 ? [`${formatCount(expired)} expired`] : []),
  ];
  return (
    <li className={styles['amount']} data-level={outlook.level}>
      <Group justify="space-between" wrap="nowrap" align="baseline" gap="sm">
        <Text fw={600}>{formatRupees(amount.amount)}</Text>
        <Text size="sm" fw={600} c="var(--level)" ta="end">
          {outlook.text}
        </Text>
      </Group>
      <Text>
        <Text span fz="1.5rem" fw={600} lh={1.2}>
          {formatCount(free)}
        </Text>{' '}
        free
      </Text>
      <Text size="sm">{outlook.hint}</Text>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </li>
  );
}

type BatchesProps = {
  readonly stock: Stock;
  readonly withdraw: (batch: number) => void;
};

export function BatchesPanel({ stock: { batches, hasMore }, withdraw }: BatchesProps) {
  const { role } = useConsole().session.account;
  return (
    <Panel title="Batches">
      {batches.length === 0 ? (
        <EmptyState
          Icon={UploadIcon}
          title="No codes loaded yet"
          text="Each file of codes becomes a batch, listed here with what is left of it."
        />
      ) : (
        <Rows label="Batches" first={3}>
          {batches.map((batch) => (
            <Row
              key={batch.number}
              action={
                batch.left > 0 && mayCall(role, 'withdrawBatch') ? (
                  <Button
                    variant="default"
                    onClick={() => withdraw(batch.number)}
                    aria-label={`Withdraw batch ${batch.number}`}
                  >
                    Withdraw
                  </Button>
                ) : null
              }
            >
              <Text size="sm" fw={600}>
                Batch {batch.number}: {leftOf(batch)}
              </Text>
              <Text size="sm" c="dimmed">
                {historyOf(batch)}
              </Text>
            </Row>
          ))}
        </Rows>
      )}
      {hasMore ? (
        <Text size="sm" c="dimmed">
          Older batches are not listed.
        </Text>
      ) : null}
    </Panel>
  );
}

function leftOf({ codes, left, isMore, withdrawnAt }: Batch): string {
  if (left === 0) return withdrawnAt === null ? 'used up' : 'withdrawn';
  const many = `${isMore ? 'more than ' : ''}${formatCount(left)}`;
  return `${many} of ${countOf(codes, 'code')} left`;
}

const by = (name: string | null) => (name === null ? '' : ` by ${name}`);

function historyOf(batch: Batch): string {
  const { left, expiresFrom, loadedAt, loadedBy, withdrawnAt, withdrawnBy } = batch;
  const expiry =
    expiresFrom === null ? 'they never expire' : `the first expire on ${formatDay(expiresFrom)}`;
  return [
    `Loaded ${formatTime(loadedAt)}${by(loadedBy)}`,
    ...(left > 0 ? [expiry] : []),
    ...(withdrawnAt === null ? [] : [`withdrawn ${formatTime(withdrawnAt)}${by(withdrawnBy)}`]),
  ].join('; ');
}
