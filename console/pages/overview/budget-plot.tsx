import { SegmentedControl, Text } from '@mantine/core';
import { useId, useState } from 'react';
import {
  dayOf,
  formatDay,
  formatRupees,
  formatShortDay,
  formatTime,
  startOfDay,
} from '../../ui/format.ts';
import { PlotFrame, plotColors } from '../../ui/plot-frame.tsx';
import type { Overview } from './view.ts';
import {
  budgetSeries,
  budgetSummary,
  recentPart,
  ticksOf,
  topOf,
  type BudgetPoint,
} from './series.ts';
import { Plot, type Scale } from './plot.tsx';
import styles from './plot.module.css';

export function BudgetPlot({ overview }: { overview: Overview }) {
  const [isWhole, setIsWhole] = useState(false);
  const facts = { ...overview, today: dayOf(overview.at) };
  const all = budgetSeries(facts);
  const points = isWhole ? all : recentPart(all);
  const top = topOf(points, !isWhole);
  const hasPlan = (points[0]?.plan ?? 0) < top / 2;
  return (
    <PlotFrame
      title="Budget"
      summary={budgetSummary(facts)}
      scope={`Whole campaign, to ${formatTime(overview.at)}`}
      table={tableOf(all)}
      legend={legendOf(points, hasPlan)}
      fileName="inaam-budget"
      empty={
        overview.budget.plannedRupees === 0
          ? 'The budget is known once the draw is committed to.'
          : undefined
      }
      controls={
        <SegmentedControl
          size="xs"
          className={styles['choice'] ?? ''}
          data={[
            { value: 'recent', label: 'So far' },
            { value: 'whole', label: 'Whole campaign' },
          ]}
          value={isWhole ? 'whole' : 'recent'}
          onChange={(value) => setIsWhole(value === 'whole')}
          aria-label="Part of the budget’s plot"
        />
      }
    >
      <Plot
        height={232}
        labels={points.map(({ day }) => formatShortDay(startOfDay(day)))}
        unit="day"
        ticks={ticksOf(top)}
        sign="₹"
        renderTooltip={(at) => <DayTooltip point={points[at]} />}
      >
        {(scale) => <Lines points={points} scale={scale} hasPlan={hasPlan} />}
      </Plot>
    </PlotFrame>
  );
}

function legendOf(points: readonly BudgetPoint[], hasPlan: boolean) {
  const { accent, quiet } = plotColors;
  return [
    { label: 'Spent', color: accent },
    ...(points.some(({ likely }) => likely !== null)
      ? [
          { label: 'Forecast', color: accent, line: 'dashed' as const },
          { label: 'Range of 4 in 5 cases', color: accent, line: 'faded' as const },
        ]
      : []),
    ...(hasPlan ? [{ label: 'Even pace', color: quiet, line: 'dotted' as const }] : []),
  ];
}

type LinesProps = {
  readonly points: readonly BudgetPoint[];
  readonly scale: Scale;
  readonly hasPlan: boolean;
};

/** What is above the axis is cut off. */
function Lines({ points, scale: { x, y, bottom }, hasPlan }: LinesProps) {
  const clip = useId();
  const lineOf = (name: 'granted' | 'likely' | 'plan') =>
    points
      .flatMap((point, at) => (point[name] === null ? [] : [`${x(at)},${y(point[name])}`]))
      .join(' ');
  const band = points.flatMap(({ range }, at) => (range === null ? [] : [{ at, range }]));
  const outline = [
    ...band.map(({ at, range: [, most] }) => `${x(at)},${y(most)}`),
    ...band.toReversed().map(({ at, range: [least] }) => `${x(at)},${y(least)}`),
  ];
  const today = points.findLastIndex(({ granted }) => granted !== null);
  return (
    <>
      <clipPath id={clip}>
        <rect width="100%" height={bottom} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <polygon className={styles['band']} points={outline.join(' ')} />
        {hasPlan ? (
          <polyline className={styles['line']} data-line="dotted" points={lineOf('plan')} />
        ) : null}
        <polyline className={styles['line']} data-line="dashed" points={lineOf('likely')} />
        <polyline className={styles['line']} points={lineOf('granted')} />
        {today >= 0 ? (
          <circle
            className={styles['bar']}
            cx={x(today)}
            cy={y(points[today]?.granted ?? 0)}
            r={3.5}
          />
        ) : null}
      </g>
    </>
  );
}

function DayTooltip({ point }: { point: BudgetPoint | undefined }) {
  if (point === undefined) return null;
  const { day, granted, likely, range, plan } = point;
  return (
    <>
      <Text size="xs" c="dimmed">
        {formatDay(day)}
      </Text>
      <Text size="sm" fw={600}>
        {granted === null
          ? `${formatRupees(likely ?? 0)} forecast`
          : `${formatRupees(granted)} spent`}
      </Text>
      {granted === null && range !== null ? (
        <Text size="xs" c="dimmed">
          {formatRupees(range[0])} to {formatRupees(range[1])}
        </Text>
      ) : null}
      <Text size="xs" c="dimmed">
        {formatRupees(plan)} at an even pace
      </Text>
    </>
  );
}

function tableOf(points: readonly BudgetPoint[]) {
  return {
    columns: [
      { label: 'Day' },
      { label: 'Spent in all, ₹', isNumber: true },
      { label: 'Even pace, ₹', isNumber: true },
      { label: 'Forecast, ₹', isNumber: true },
      { label: 'Forecast, least, ₹', isNumber: true },
      { label: 'Forecast, most, ₹', isNumber: true },
    ],
    rows: points.map(({ day, granted, plan, likely, range }) => [
      formatDay(day),
      granted ?? '',
      plan,
      likely ?? '',
      range?.[0] ?? '',
      range?.[1] ?? '',
    ]),
  };
}
