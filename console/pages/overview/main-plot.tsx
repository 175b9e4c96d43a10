import { BarChart } from '@mantine/charts';
import { PlotFrame } from '../../ui/plot-frame.tsx';
import { chartProps } from './chart.tsx';
import { formatOf, labelOf, type Measure } from './measures.ts';
import { timeSeriesOf, timeSeriesSummary } from './series.ts';
import { shownDays, type Days, type Overview } from './view.ts';

type Props = { readonly overview: Overview; readonly days: Days; readonly measure: Measure };

/** Bars by hour or day. The running one is of another shade: it is not a fall. */
export function MainPlot({ overview, days, measure }: Props) {
  const { bucket, compared } = overview;
  const points = timeSeriesOf(overview, days, measure);
  const label = labelOf(measure);
  const summary = timeSeriesSummary(points, measure, bucket);
  const before = compared === null ? undefined : `Before (${shownDays(compared)})`;
  const isRunning = points.some((point) => point.isRunning);
  const series = [
    ...(before === undefined
      ? []
      : [{ name: 'before', label: before, color: 'var(--console-before)', stackId: 'before' }]),
    { name: 'whole', label: shownDays(days), color: 'var(--console-accent)', stackId: 'now' },
    ...(isRunning
      ? [
          {
            name: 'soFar',
            label: bucket === 'day' ? 'Today so far' : 'This hour so far',
            color: 'var(--console-unfinished)',
            stackId: 'now',
          },
        ]
      : []),
  ];
  return (
    <PlotFrame
      title={`${label} by ${bucket}`}
      summary={summary}
      empty={points.length === 1 ? summary : undefined}
      table={{
        columns: [
          { label: bucket === 'hour' ? 'Hour from (IST)' : 'Day' },
          { label, isNumber: true },
          ...(before === undefined ? [] : [{ label: before, isNumber: true }]),
        ],
        rows: points.map((point) => [
          point.isRunning ? `${point.label} (so far)` : point.label,
          point.value,
          ...(point.before === null ? [] : [point.before]),
        ]),
      }}
      fileName={`inaam-${measure}-${days.from}-${days.until}`}
    >
      <BarChart
        h={256}
        data={points.map((point) => ({
          label: point.label,
          before: point.before,
          [point.isRunning ? 'soFar' : 'whole']: point.value,
        }))}
        dataKey="label"
        series={series}
        barProps={({ name }) => ({
          radius: 2,
          ...(name === 'soFar' ? { stroke: 'var(--console-accent)', strokeOpacity: 1 } : {}),
        })}
        {...chartProps({
          series,
          sign: measure === 'rupees' ? '₹' : '',
          valueFormatter: formatOf(measure),
        })}
      />
    </PlotFrame>
  );
}
