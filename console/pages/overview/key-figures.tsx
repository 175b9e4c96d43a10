import { Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { comparedDefinition, steps } from '@inaam/contract/console/overview.ts';
import { DownIcon, UpIcon } from '../../ui/icons.tsx';
import {
  changeOf,
  formatOf,
  labelOf,
  shownMeasures,
  type Change,
  type Measure,
} from './measures.ts';
import { timeSeriesOf, type SeriesPoint } from './series.ts';
import type { Counts, Days, Overview } from './view.ts';
import styles from './overview.module.css';

type Props = {
  readonly overview: Overview;
  readonly days: Days;
  /** Whether the figure is known of the filtered people. */
  readonly isKnown: (name: keyof Counts) => boolean;
  readonly chosen: Measure;
  readonly choose: (measure: Measure) => void;
};

/** Each with its change and its course; a click shows it in the plot. */
export function KeyFigures({ overview, days, isKnown, chosen, choose }: Props) {
  const { total, compared } = overview;
  return (
    <section aria-label="Figures of the period" className={styles['figures']}>
      {shownMeasures(isKnown).map((name) => (
        <Card
          key={name}
          name={name}
          value={total[name]}
          before={compared?.total[name]}
          points={timeSeriesOf(overview, days, name)}
          isChosen={name === chosen}
          choose={() => choose(name)}
        />
      ))}
    </section>
  );
}

type CardProps = {
  readonly name: Measure;
  readonly value: number;
  readonly before: number | undefined;
  readonly points: readonly SeriesPoint[];
  readonly isChosen: boolean;
  readonly choose: () => void;
};

function Card({ name, value, before, points, isChosen, choose }: CardProps) {
  const format = formatOf(name);
  const { definition } = steps[name];
  const shown = format(value);
  return (
    <Tooltip
      multiline
      w={260}
      openDelay={300}
      events={{ hover: true, focus: true, touch: false }}
      label={before === undefined ? definition : `${definition} ${comparedDefinition}`}
    >
      <UnstyledButton className={styles['card'] ?? ''} aria-pressed={isChosen} onClick={choose}>
        <Text component="span" size="xs" fw={500} className={styles['label'] ?? ''}>
          {labelOf(name)}
        </Text>
        <span className={styles['value']} data-long={shown.length > 9 || undefined}>
          {shown}
        </span>
        <Text component="span" size="xs" c="dimmed" className={styles['change'] ?? ''}>
          {before === undefined ? (
            ''
          ) : (
            <>
              <ChangeText change={changeOf(name, value, before)} />
              <span> from {format(before)}</span>
            </>
          )}
        </Text>
        <Sparkline points={points} />
      </UnstyledButton>
    </Tooltip>
  );
}

const levels = { good: 'well', bad: 'act', plain: undefined } as const;
const arrows = { up: UpIcon, down: DownIcon, same: null } as const;

function ChangeText({ change }: { change: Change }) {
  const { text, words, direction, tone } = change;
  const Arrow = arrows[direction];
  return (
    <span className={styles['changeText']} data-level={levels[tone]}>
      {Arrow === null ? null : <Arrow size={12} />}
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

const size = { width: 100, height: 28 };

/** Without the running bucket, which would look like a fall. */
function Sparkline({ points }: { points: readonly SeriesPoint[] }) {
  const done = points.filter(({ isRunning }) => !isRunning);
  const max = Math.max(1, ...done.flatMap(({ value, before }) => [value, before ?? 0]));
  const lineOf = (values: readonly (number | null)[]) =>
    values
      .map((value, at) => {
        const x = (at / (values.length - 1)) * size.width;
        return `${x},${1 + (1 - (value ?? 0) / max) * (size.height - 2)}`;
      })
      .join(' ');
  if (done.length < 2) return null;
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      className={styles['sparkline']}
      aria-hidden="true"
    >
      {done.some(({ before }) => before !== null) ? (
        <polyline data-before points={lineOf(done.map(({ before }) => before))} />
      ) : null}
      <polyline points={lineOf(done.map(({ value }) => value))} />
    </svg>
  );
}
