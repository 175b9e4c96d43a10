import { AreaChart, type AreaChartSeries } from '@mantine/charts';
import type { LegendEntry } from '../../../ui/plot-picture.ts';
import { PlotFrame, plotColors } from '../../../ui/plot-frame.tsx';
import { formatCount, formatShort } from '../../../ui/format.ts';
import { timeSeriesOf, timeSeriesSummary } from './time-series.ts';
import type { Days } from '../period.ts';
import type { Overview } from '../overview-answer.ts';

const series: (AreaChartSeries & LegendEntry)[] = [
  { name: 'visits', label: 'Visits', color: plotColors.quiet },
  {
    name: 'codes',
    label: 'Codes',
    color: plotColors.second,
    strokeDasharray: '5 3',
    line: 'dashed',
  },
  { name: 'rewarded', label: 'Rewards', color: plotColors.accent },
];

export function TimeSeriesPlot({ today, days }: { today: Overview; days: Days }) {
  const timeSeries = timeSeriesOf(today.hours, days, today.at);
  const table = {
    columns: [
      { label: timeSeries.step === 'hour' ? 'Hour from (IST)' : 'Day' },
      { label: 'Visits', isNumber: true },
      { label: 'Codes', isNumber: true },
      { label: 'Rewards', isNumber: true },
    ],
    rows: timeSeries.points.map(({ label, visits, codes, rewarded }) => [
      label,
      visits,
      codes,
      rewarded,
    ]),
  };
  return (
    <PlotFrame
      title={timeSeries.step === 'hour' ? 'By hour' : 'By day'}
      summary={timeSeriesSummary(timeSeries)}
      table={table}
      legend={series}
      fileName={`inaam-${timeSeries.step}s-${days.from}-${days.until}`}
      empty={today.hours.length === 0 ? 'Nobody has come in this period.' : undefined}
    >
      <AreaChart
        h={240}
        data={timeSeries.points.map((point) => ({ ...point }))}
        dataKey="label"
        series={series}
        curveType="monotone"
        withDots={timeSeries.points.length < 3}
        withGradient={false}
        fillOpacity={0.08}
        strokeWidth={1.75}
        tickLine="none"
        valueFormatter={formatCount}
        yAxisProps={{ width: 48, tickFormatter: formatShort, allowDecimals: false }}
        xAxisProps={{ minTickGap: 24 }}
        accessibilityLayer={false}
        areaProps={{ isAnimationActive: false }}
      />
    </PlotFrame>
  );
}
