import { Paper, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { formatCount, formatDuration, formatRupees, formatShare } from '../../ui/format.ts';
import styles from './panel.module.css';
import type { Today } from './today-answer.ts';

type Fact = { readonly label: string; readonly value: string; readonly note?: string };

/** Figures that are no course over time. */
export function DeliveryPanel({ today: { delivery, sms } }: { today: Today }) {
  const { waiting, oldestWaitingSeconds, codeSeconds, voucherSeconds } = delivery;
  const facts: Fact[] = [
    { label: 'Code by SMS', ...timesOf(codeSeconds) },
    { label: 'Voucher by SMS', ...timesOf(voucherSeconds) },
    {
      label: 'Waiting to be sent',
      value: formatCount(waiting),
      ...(oldestWaitingSeconds === null
        ? {}
        : { note: `oldest: ${formatDuration(oldestWaitingSeconds)}` }),
    },
    {
      label: 'SMS accepted',
      value: formatCount(sms.accepted),
      note: `cost ${formatRupees(sms.rupees)}`,
    },
    {
      label: 'Codes that were confirmed',
      value: sms.verifiedPerCode === null ? 'none sent' : formatShare(sms.verifiedPerCode),
      note: 'a low share may be abuse',
    },
  ];
  return <FactsPanel title="Delivery and SMS" facts={facts} />;
}

type Times = Today['delivery']['codeSeconds'];

function timesOf({ p50, p95 }: Times): Omit<Fact, 'label'> {
  if (p50 === null || p95 === null) return { value: 'none yet' };
  const note = `half within ${formatDuration(p50)} (p50), 95% within ${formatDuration(p95)} (p95)`;
  return { value: formatDuration(p95), note };
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
