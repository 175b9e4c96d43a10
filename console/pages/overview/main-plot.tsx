import { Text } from '@mantine/core';
import { useId } from 'react';
import { PlotFrame, plotColors } from '../../ui/plot-frame.tsx';
import { ChangeText } from './key-figures.tsx';
import { changeOf, formatOf, labelOf, type Measure } from './measures.ts';
import { shownDays, type Days, type Overview } from './view.ts';
import { Plot, type Scale } from './plot.tsx';
import {
  bucketTitle,
  ticksOf,
  timeSeriesOf,
  timeSeriesSummary,
  type SeriesPoint,
} from './series.ts';
import styles from './plot.module.css';

type Props = { readonly overview: Overview; readonly days: Days; readonly measure: Measure };

export function MainPlot({ overview, days, measure }: Props) {
  const { bucket, compared } = overview;
  const points = timeSeriesOf(overview, days, measure);
  const ticks = ticksOf(Math.max(...points.flatMap(({ value, before }) => [value, before ?? 0])));
  const label = labelOf(measure);
  const before = compared === null ? undefined : shownDays(compared);
  const table = {
    columns: [
      { label: bucket === 'hour' ? 'Hour from (IST)' : 'Day' },
      { label, isNumber: true },
      ...(before === undefined ? [] : [{ label: `Before (${before})`, isNumber: true }]),
    ],
    rows: points.map((point) => [
      point.isRunning ? `${point.label} (so far)` : point.label,
      point.value,
      ...(point.before === null ? [] : [point.before]),
    ]),
  };
  const isRunning = points.some((point) => point.isRunning);
  const legend = [
    { label: shownDays(days), color: plotColors.accent },
    ...(isRunning
      ? [
          {
            label: bucket === 'day' ? 'Today so far' : 'This hour so far',
            color: plotColors.accent,
            line: 'hatched' as const,
          },
        ]
      : []),
    ...(before === undefined
      ? []
      : [{ label: before, color: plotColors.quiet, line: 'faded' as const }]),
  ];
  return (
    <PlotFrame
      title={`${label} by ${bucket}`}
      summary={timeSeriesSummary(points, measure, bucket)}
      table={table}
      legend={legend}
      fileName={`inaam-${measure}-${days.from}-${days.until}`}
    >
      <Plot
        height={232}
        labels={points.map((point) => point.label)}
        unit={bucket}
        ticks={ticks}
        sign={measure === 'rupees' ? '₹' : ''}
        renderTooltip={(at) => <BucketTooltip point={points[at]} {...{ bucket, measure }} />}
      >
        {(scale) => <Bars points={points} scale={scale} />}
      </Plot>
    </PlotFrame>
  );
}

/** The bucket before is behind, and wider. The running one is hatched: it is not a fall. */
function Bars({ points, scale }: { points: readonly SeriesPoint[]; scale: Scale }) {
  const hatch = useId();
  const { x, y, width, bottom } = scale;
  const wide = Math.min(width * 0.84, 64);
  const narrow = Math.max(1, wide * 0.62);
  return (
    <>
      <defs>
        <pattern
          id={hatch}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={6} height={6} className={styles['hatchGround']} />
          <rect width={3} height={6} className={styles['bar']} />
        </pattern>
      </defs>
      {points.map(({ start, value, before, isRunning }, at) => (
        <g key={start}>
          {before ? (
            <rect
              className={styles['before']}
              x={x(at) - wide / 2}
              y={y(before)}
              width={wide}
              height={bottom - y(before)}
              rx={2}
            />
          ) : null}
          {value > 0 ? (
            <rect
              className={styles['bar']}
              {...(isRunning ? { style: { fill: `url(#${hatch})` } } : {})}
              x={x(at) - narrow / 2}
              y={y(value)}
              width={narrow}
              height={bottom - y(value)}
              rx={2}
            />
          ) : null}
        </g>
      ))}
    </>
  );
}

type TooltipProps = {
  readonly point: SeriesPoint | undefined;
  readonly bucket: Overview['bucket'];
  readonly measure: Measure;
};

function BucketTooltip({ point, bucket, measure }: TooltipProps) {
  if (point === undefined) return null;
  const { value, before, isRunning } = point;
  const format = formatOf(measure);
  return (
    <>
      <Text size="xs" c="dimmed">
        {bucketTitle(point, bucket)}
        {isRunning ? ', so far' : ''}
      </Text>
      <Text size="sm" fw={600}>
        {format(value)}{' '}
        {before === null ? null : <ChangeText change={changeOf(measure, value, before)} />}
      </Text>
      {before === null ? null : (
        <Text size="xs" c="dimmed">
          {format(before)} before{isRunning ? ', to the same minute' : ''}
        </Text>
      )}
    </>
  );
}
