import { CompositeChart, type CompositeChartSeries } from '@mantine/charts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import {
  dayOf,
  formatDay,
  formatRupees,
  formatShortDay,
  formatTime,
  startOfDay,
} from '../../ui/format.ts';
import { PlotFrame } from '../../ui/plot-frame.tsx';
import { chartProps } from './chart.tsx';
import {
  budgetSeries,
  budgetSummary,
  isPlanInSight,
  recentPart,
  type BudgetPoint,
} from './series.ts';
import type { Overview } from './view.ts';

export function BudgetPlot({ overview }: { overview: Overview }) {
  const [isWhole, setIsWhole] = useState(false);
  const facts = { ...overview, today: dayOf(overview.at) };
  const all = budgetSeries(facts);
  const points = isWhole ? all : recentPart(all);
  const summary = budgetSummary(facts);
  // A line needs two days.
  const isLine = all.filter(({ granted }) => granted !== null).length > 1;
  const empty =
    overview.budget.plannedRupees === 0
      ? 'The budget is known once the draw is committed to.'
      : isLine
        ? undefined
        : summary;
  const series = seriesOf(points, isWhole || isPlanInSight(points));
  return (
    <PlotFrame
      title="Budget"
      summary={summary}
      scope={`Whole campaign, to ${formatTime(overview.at)}`}
      table={tableOf(all)}
      fileName="inaam-budget"
      empty={empty}
      controls={
        empty === undefined ? (
          <SegmentedControl
            size="xs"
            maw="100%"
            data={[
              { value: 'recent', label: 'So far' },
              { value: 'whole', label: 'Whole campaign' },
            ]}
            value={isWhole ? 'whole' : 'recent'}
            onChange={(value) => setIsWhole(value === 'whole')}
            aria-label="Part of the budget’s plot"
          />
        ) : null
      }
    >
      <CompositeChart
        h={256}
        data={points.map((point) => ({ ...point, label: formatShortDay(startOfDay(point.day)) }))}
        dataKey="label"
        series={series}
        curveType="linear"
        withDots={false}
        areaProps={{ fillOpacity: 1, stroke: 'none', tooltipType: 'none' }}
        {...chartProps({ series, sign: '₹', valueFormatter: formatRupees })}
      />
    </PlotFrame>
  );
}

function seriesOf(points: readonly BudgetPoint[], hasPlan: boolean): CompositeChartSeries[] {
  const hasForecast = points.some(({ likely }) => likely !== null);
  const second = 'var(--console-second)';
  const range = `color-mix(in srgb, ${second} 25%, transparent)`;
  const quiet = 'var(--console-quiet)';
  const all: (CompositeChartSeries & { readonly isShown: boolean })[] = [
    {
      isShown: true,
      name: 'granted',
      label: 'Spent',
      type: 'line',
      color: 'var(--console-accent)',
    },
    {
      isShown: hasForecast,
      name: 'likely',
      label: 'Forecast',
      type: 'line',
      color: second,
      strokeDasharray: '5 4',
    },
    {
      isShown: hasForecast,
      name: 'range',
      label: 'Forecast range (80%)',
      type: 'area',
      color: range,
    },
    {
      isShown: hasPlan,
      name: 'plan',
      label: 'Even pace',
      type: 'line',
      color: quiet,
      strokeDasharray: '2 4',
    },
  ];
  return all.filter(({ isShown }) => isShown);
}

function tableOf(points: readonly BudgetPoint[]) {
  return {
    columns: [
      { label: 'Day' },
      { label: 'Total spent, ₹', isNumber: true },
      { label: 'Even pace, ₹', isNumber: true },
      { label: 'Forecast, ₹', isNumber: true },
      { label: 'Forecast, low, ₹', isNumber: true },
      { label: 'Forecast, high, ₹', isNumber: true },
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
