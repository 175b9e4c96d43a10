import { ChartTooltip, CompositeChart } from '@mantine/charts';
import {
  formatDay,
  formatRupees,
  formatShort,
  formatShortDay,
  startOfDay,
  dayOf,
} from '../../../ui/format.ts';
import { PlotFrame, plotColors } from '../../../ui/plot-frame.tsx';
import { budgetSeries, budgetSummary, type BudgetPoint } from './budget-series.ts';
import type { Overview } from '../overview-answer.ts';

const series = [
  { name: 'range', label: 'Forecast, from least to most', color: plotColors.accent, type: 'area' },
  { name: 'plan', label: 'Even plan', color: plotColors.quiet, type: 'line', line: 'dotted' },
  { name: 'likely', label: 'Forecast', color: plotColors.accent, type: 'line', line: 'dashed' },
  { name: 'granted', label: 'Granted', color: plotColors.accent, type: 'line' },
] as const;
const dashes: Readonly<Record<string, string>> = { plan: '2 4', likely: '5 4' };

export function BudgetPlot({ today }: { today: Overview }) {
  const facts = { ...today, today: dayOf(today.at) };
  const points = budgetSeries(facts);
  const table = {
    columns: [
      { label: 'Day' },
      { label: 'Granted in all, ₹', isNumber: true },
      { label: 'Even plan, ₹', isNumber: true },
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
  const shown = series.filter(({ name }) => points.some((point) => point[name] !== null));
  return (
    <PlotFrame
      title="Budget"
      summary={budgetSummary(facts)}
      table={table}
      legend={shown.filter(({ name }) => name !== 'range')}
      fileName="inaam-budget"
    >
      <CompositeChart
        h={320}
        data={points.map((point) => ({ ...point }))}
        dataKey="day"
        series={shown.map((one) => ({ ...one }))}
        curveType="linear"
        withDots={false}
        connectNulls={false}
        strokeWidth={1.75}
        tickLine="none"
        yAxisProps={{ width: 56, tickFormatter: (value: number) => `₹${formatShort(value)}` }}
        xAxisProps={{ minTickGap: 32, tickFormatter: shortDayOf }}
        accessibilityLayer={false}
        lineProps={({ name }) => ({
          isAnimationActive: false,
          ...(dashes[name] ? { strokeDasharray: dashes[name] } : {}),
        })}
        areaProps={{ isAnimationActive: false, strokeWidth: 0, fillOpacity: 0.14 }}
        tooltipProps={{ content: <DayTooltip points={points} /> }}
      />
    </PlotFrame>
  );
}

function shortDayOf(day: string): string {
  return formatShortDay(startOfDay(day));
}

/** The chart adds the hovered day's `label`. */
function DayTooltip({ label: day, points }: { label?: string; points: readonly BudgetPoint[] }) {
  const point = points.find((one) => one.day === day);
  if (point === undefined) return null;
  const payload = series.flatMap(({ name, label, color }) => {
    const value = point[name];
    return typeof value === 'number' ? [{ name: label, value, color, payload: point }] : [];
  });
  return (
    <ChartTooltip label={formatDay(point.day)} payload={payload} valueFormatter={formatRupees} />
  );
}
