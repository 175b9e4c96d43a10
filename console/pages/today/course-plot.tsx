import { AreaChart, type AreaChartSeries } from '@mantine/charts';
import type { LegendEntry } from '../../ui/plot-picture.ts';
import { PlotFrame } from '../../ui/plot-frame.tsx';
import { formatCount, formatShort } from '../../ui/format.ts';
import { courseOf, courseSummary } from './course.ts';
import type { Days } from './period.ts';
import { plotColors } from './plot-colors.ts';
import type { Today } from './today-answer.ts';

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

export function CoursePlot({ today, days }: { today: Today; days: Days }) {
  const course = courseOf(today.hours, days, today.at);
  const table = {
    columns: [
      { label: course.step === 'hour' ? 'Hour from (IST)' : 'Day' },
      { label: 'Visits', isNumber: true },
      { label: 'Codes', isNumber: true },
      { label: 'Rewards', isNumber: true },
    ],
    rows: course.points.map(({ label, visits, codes, rewarded }) => [
      label,
      visits,
      codes,
      rewarded,
    ]),
  };
  return (
    <PlotFrame
      title={course.step === 'hour' ? 'By hour' : 'By day'}
      summary={courseSummary(course)}
      table={table}
      legend={series}
      fileName={`inaam-${course.step}s-${days.from}-${days.until}`}
      empty={today.hours.length === 0 ? 'Nobody has come in this period.' : undefined}
    >
      <AreaChart
        h={240}
        data={course.points.map((point) => ({ ...point }))}
        dataKey="label"
        series={series}
        curveType="monotone"
        withDots={course.points.length < 3}
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
