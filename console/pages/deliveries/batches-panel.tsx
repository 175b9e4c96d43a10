import { Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { mayCall, useConsole } from '../../app/console-context.ts';
import { countOf, formatCount, formatDay, formatTime } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import styles from './deliveries.module.css';
import type { Batch, Stock } from './stock-problems.ts';

type Props = {
  readonly stock: Stock;
  readonly withdraw: (batch: number) => void;
};

/** Those with codes left; the others are folded. */
export function BatchesPanel({ stock: { batches, hasMore }, withdraw }: Props) {
  const { role } = useConsole().session.account;
  const [isAll, setIsAll] = useState(false);
  const finished = batches.filter(({ left }) => left === 0).length;
  const shown = isAll ? batches : batches.filter(({ left }) => left > 0);
  return (
    <Panel title="Batches">
      {batches.length === 0 ? (
        <Text size="sm" c="dimmed">
          No codes have been loaded yet.
        </Text>
      ) : null}
      {shown.length === 0 ? null : (
        <ul className={styles['list']} aria-label="Batches">
          {shown.map((batch) => (
            <li key={batch.number} className={styles['row']}>
              <div className={styles['words']}>
                <Text size="sm" fw={600}>
                  Batch {batch.number}: {leftOf(batch)}
                </Text>
                <Text size="sm" c="dimmed">
                  {historyOf(batch)}
                </Text>
              </div>
              {batch.left > 0 && mayCall(role, 'withdrawBatch') ? (
                <Button
                  variant="default"
                  onClick={() => withdraw(batch.number)}
                  aria-label={`Withdraw batch ${batch.number}`}
                >
                  Withdraw
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {finished === 0 ? null : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="start"
          onClick={() => setIsAll(!isAll)}
        >
          {isAll
            ? 'Hide batches without codes'
            : `Show ${countOf(finished, 'batch').replace(/batchs$/, 'batches')} without codes`}
        </Anchor>
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
