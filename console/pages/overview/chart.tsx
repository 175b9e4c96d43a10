import '@mantine/charts/styles.layer.css';
import { ChartTooltip, type ChartSeries, type GridChartBaseProps } from '@mantine/charts';
import { formatShort } from '../../ui/format.ts';

type Options = {
  readonly series: ChartSeries[];
  /** Before each tick's number: "₹". */
  readonly sign: string;
  readonly valueFormatter: (value: number) => string;
};

/** What each chart has: axes from zero in whole numbers, a legend, a tooltip that is read out. */
export const chartProps = ({ series, sign, valueFormatter }: Options) =>
  ({
    withLegend: true,
    tickLine: 'none',
    strokeDasharray: '',
    valueFormatter,
    gridColor: 'var(--console-edge)',
    legendProps: { itemSorter: null },
    styles: { legend: { justifyContent: 'flex-start', paddingInlineStart: 0 } },
    xAxisProps: { interval: 'equidistantPreserveStart', minTickGap: 16 },
    yAxisProps: {
      width: 'auto',
      tick: { fontSize: 12, fill: 'currentColor' },
      tickMargin: 4,
      niceTicks: 'snap125',
      allowDecimals: false,
      tickFormatter: (tick: number) => `${sign}${formatShort(tick)}`,
    },
    tooltipProps: {
      content: ({ active, label, payload }) => (
        <div aria-live="polite">
          {active ? (
            <ChartTooltip
              label={label}
              payload={payload.filter(({ type }) => type !== 'none')}
              series={series}
              valueFormatter={valueFormatter}
            />
          ) : null}
        </div>
      ),
    },
  }) satisfies Partial<GridChartBaseProps> & { styles: object };
