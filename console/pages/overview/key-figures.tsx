import { Paper, SimpleGrid, Text } from '@mantine/core';
import { dayOf, formatCount, formatRupees } from '../../ui/format.ts';
import styles from './key-figures.module.css';
import { lengthOf, type Days, changeOf, shareOf } from './period.ts';
import type { Counts, Overview } from './overview-answer.ts';

type Figure = {
  readonly name: keyof Counts;
  readonly label: string;
  readonly format: (value: number) => string;
  /** Of which step this is a part. */
  readonly part?: { readonly base: keyof Counts; readonly text: string };
};

const figures: readonly Figure[] = [
  { name: 'visits', label: 'Visits', format: formatCount },
  {
    name: 'codes',
    label: 'Codes asked for',
    format: formatCount,
    part: { base: 'visits', text: 'of visits' },
  },
  {
    name: 'verified',
    label: 'Numbers confirmed',
    format: formatCount,
    part: { base: 'codes', text: 'of codes' },
  },
  {
    name: 'rewarded',
    label: 'Rewards',
    format: formatCount,
    part: { base: 'verified', text: 'of numbers' },
  },
  { name: 'rupees', label: 'Granted', format: formatRupees },
  {
    name: 'sent',
    label: 'Vouchers sent',
    format: formatCount,
    part: { base: 'rewarded', text: 'of rewards' },
  },
  {
    name: 'delivered',
    label: 'Delivered',
    format: formatCount,
    part: { base: 'sent', text: 'of sent' },
  },
  { name: 'failed', label: 'Failed', format: formatCount, part: { base: 'sent', text: 'of sent' } },
];

type Props = { readonly today: Overview; readonly days: Days };

export function KeyFigures({ today: { total, before, at }, days }: Props) {
  // For a longer period, the week before is mostly the period itself.
  const isCompared = lengthOf(days) <= 7;
  // An incomplete day would seem to fall short of a whole one.
  const isOver = days.until < dayOf(at);
  const longest = Math.max(...figures.map(({ name, format }) => digitsOf(format(total[name]))));
  return (
    <SimpleGrid
      type="container"
      cols={{ base: 2, '38rem': 4 }}
      spacing="xs"
      component="section"
      aria-label="Figures of the period"
    >
      {figures.map(({ name, label, format, part }) => {
        const share = part ? shareOf(total[name], total[part.base]) : undefined;
        const change = changeOf(total[name], before[name], { isOver, format });
        return (
          <Paper withBorder key={name} className={styles['card']}>
            <Text size="xs" c="dimmed" fw={500}>
              {label}
            </Text>
            <Text className={styles['value']} __vars={{ '--length': `${longest}` }}>
              {format(total[name])}
            </Text>
            <Text size="xs" c="dimmed" className={styles['notes']}>
              {part && share ? <span>{`${share} ${part.text}`}</span> : null}
              {isCompared && change !== undefined ? <span>{change}</span> : null}
            </Text>
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

/** A comma is half as wide as a digit. */
function digitsOf(text: string): number {
  return text.length - 0.5 * (text.match(/,/g)?.length ?? 0);
}
