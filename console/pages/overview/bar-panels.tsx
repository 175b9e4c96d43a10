import type { TableData } from '../../ui/csv.ts';
import {
  countOf,
  formatCount,
  formatDay,
  formatRupees,
  formatShortDay,
  startOfDay,
} from '../../ui/format.ts';
import { PlotFrame, plotColors } from '../../ui/plot-frame.tsx';
import { funnelOf, lossSentence } from './measures.ts';
import { BarsPlot } from './plots/bars-plot.tsx';
import type { Counts, Days, Overview } from './view.ts';

type FunnelProps = {
  readonly total: Counts;
  readonly days: Days;
  readonly isKnown: (name: keyof Counts) => boolean;
};

/** From the first visit to the delivered voucher. */
export function FunnelPanel({ total, days, isKnown }: FunnelProps) {
  const steps = funnelOf(total, isKnown);
  const table: TableData = {
    columns: [
      { label: 'Step' },
      { label: 'Count', isNumber: true },
      { label: 'Of the step before', isNumber: true },
      { label: 'What is counted', isText: true },
    ],
    rows: steps.map(({ label, count, share, definition }) => [
      label,
      count,
      share ?? '',
      definition,
    ]),
  };
  return (
    <PlotFrame
      title="Funnel"
      summary={lossSentence(steps)}
      table={table}
      fileName={`inaam-funnel-${days.from}-${days.until}`}
      empty={steps.every(({ count }) => count === 0) ? lossSentence(steps) : undefined}
    >
      <BarsPlot
        rows={steps.map(({ label, definition, count, share, size }, at) => ({
          label,
          value: share === undefined ? formatCount(count) : `${formatCount(count)} · ${share}`,
          title: definition,
          size,
          whole: steps[at - 1]?.size ?? 0,
        }))}
      />
    </PlotFrame>
  );
}

type Failures = Overview['delivery']['failures'];

export function FailuresPanel({ failures, days }: { failures: Failures; days: Days }) {
  const total = failures.reduce((sum, { count }) => sum + count, 0);
  const [first] = failures;
  const largest = Math.max(1, ...failures.map(({ count }) => count));
  return (
    <PlotFrame
      title="Failures by reason"
      summary={`${countOf(total, 'voucher')} failed. Most often: ${first?.reason ?? ''}.`}
      table={{
        columns: [{ label: 'Reason' }, { label: 'Vouchers', isNumber: true }],
        rows: failures.map(({ reason, count }) => [reason, count]),
      }}
      fileName={`inaam-failures-${days.from}-${days.until}`}
      empty={total === 0 ? 'No voucher failed in this period.' : undefined}
    >
      <BarsPlot
        rows={failures.map(({ reason, count }) => ({
          label: reason,
          value: formatCount(count),
          size: count / largest,
        }))}
      />
    </PlotFrame>
  );
}

const stockLegend = [
  { label: 'In stock', color: plotColors.accent },
  { label: 'Owed', color: plotColors.second },
];

export function StockPanel({ stock, now }: Pick<Overview, 'stock'> & { now: string }) {
  const largest = Math.max(1, ...stock.map(({ free, owed }) => free + owed));
  return (
    <PlotFrame
      title="Voucher stock"
      summary={stockSummary(stock)}
      scope={now}
      table={{
        columns: [
          { label: 'Voucher' },
          { label: 'In stock', isNumber: true },
          { label: 'Owed', isNumber: true },
          { label: 'Lasts until' },
        ],
        rows: stock.map(({ amount, free, owed, lastsUntil }) => [
          formatRupees(amount),
          free,
          owed,
          lastsUntil === null ? '' : formatDay(lastsUntil),
        ]),
      }}
      legend={stockLegend}
      fileName="inaam-stock"
      empty={stock.length === 0 ? 'No voucher codes are loaded, and none are owed.' : undefined}
    >
      <BarsPlot
        rows={stock.map(({ amount, free, owed, lastsUntil }) => ({
          label: formatRupees(amount),
          value: [
            `${formatCount(free)} in stock`,
            ...(owed === 0 ? [] : [`${formatCount(owed)} owed`]),
            ...(lastsUntil === null ? [] : [`until ${formatShortDay(startOfDay(lastsUntil))}`]),
          ].join(' · '),
          size: free / largest,
          second: owed / largest,
        }))}
      />
    </PlotFrame>
  );
}

/** The amount that runs out first, or is short already. */
function stockSummary(stock: Overview['stock']): string {
  const short = stock.filter(({ free, owed }) => owed > free);
  if (short.length > 0) {
    return short
      .map(
        ({ amount, free, owed }) =>
          `${countOf(owed - free, 'voucher')} of ${formatRupees(amount)} missing.`,
      )
      .join(' ');
  }
  const [first] = stock
    .flatMap(({ amount, lastsUntil }) => (lastsUntil === null ? [] : [{ amount, lastsUntil }]))
    .toSorted((one, other) => one.lastsUntil.localeCompare(other.lastsUntil));
  if (first === undefined) return 'No demand yet.';
  return `${formatRupees(first.amount)} runs out first, on ${formatDay(first.lastsUntil)}.`;
}
