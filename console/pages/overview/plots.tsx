import '@mantine/charts/styles.css';
import { SimpleGrid, Stack } from '@mantine/core';
import { BudgetPlot } from './plots/budget-plot.tsx';
import { TimeSeriesPlot } from './plots/time-series-plot.tsx';
import { DeliveryPanel, ProcessesPanel } from './operation-panels.tsx';
import { FailuresPlot, LanguagesPlot, SourcesPlot, StockPlot } from './plots/bar-plots.tsx';
import type { Days } from './period.ts';
import { StatesPlot } from './plots/states-plot.tsx';
import type { Overview } from './overview-answer.ts';

/** Loaded on demand. */
export function Plots({ today, days }: { today: Overview; days: Days }) {
  return (
    <Stack gap="md">
      <TimeSeriesPlot today={today} days={days} />
      {/* Two columns, so that a short plot leaves no gap beside a long one. */}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <BudgetPlot today={today} />
          <StockPlot stock={today.stock} />
          <DeliveryPanel today={today} />
          <FailuresPlot failures={today.delivery.failures} days={days} />
        </Stack>
        <Stack gap="md">
          <StatesPlot states={today.states} days={days} />
          <SourcesPlot sources={today.sources} days={days} />
          <LanguagesPlot languages={today.languages} days={days} />
        </Stack>
      </SimpleGrid>
      <ProcessesPanel processes={today.processes} />
    </Stack>
  );
}
