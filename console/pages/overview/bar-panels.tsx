import type { TableData } from '../../ui/csv.ts';
import {
  countOf,
  formatCount,
  formatDay,
  formatRupees,
  formatShortDay,
  startOfDay,
} from '../../ui/format.ts';
import { Bars, PlotFrame } from '../../ui/plot-frame.tsx';
import {
  funnelOf,
  lossSentence,
  poolSentence,
  answerBars,
  stockSummary,
  type StepBar,
} from './measures.ts';
import type { Counts, Days, Overview } from './view.ts';

type StepsProps = {
  readonly total: Counts;
  readonly days: Days;
  readonly isKnown: (name: keyof Counts) => boolean;
};

/** From the first visit to the voucher. */
export function FunnelPanel({ total, days, isKnown }: StepsProps) {
  const bars = funnelOf(total, isKnown);
  return <StepsPanel title="Funnel" bars={bars} summary={lossSentence(bars)} days={days} />;
}

type BonusProps = StepsProps & { readonly bonuses: NonNullable<Overview['bonuses']> };

export function BonusPanel({ total, days, isKnown, bonuses }: BonusProps) {
  const bars = answerBars(total, isKnown);
  return <StepsPanel title="Bonuses" bars={bars} summary={poolSentence(bonuses)} days={days} />;
}

type PanelProps = {
  readonly title: string;
  readonly bars: readonly StepBar[];
  readonly summary: string;
  readonly days: Days;
};

function StepsPanel({ title, bars, summary, days }: PanelProps) {
  const table: TableData = {
    columns: [
      { label: 'Step' },
      { label: 'Count', isNumber: true },
      { label: 'Share', isNumber: true },
      { label: 'What is counted', isText: true },
    ],
    rows: bars.map(({ label, count, share, definition }) => [
      label,
      count,
      share ?? '',
      definition,
    ]),
  };
  return (
    <PlotFrame
      title={title}
      summary={summary}
      table={table}
      fileName={`inaam-${title.toLowerCase()}-${days.from}-${days.until}`}
      empty={bars.every(({ count }) => count === 0) ? summary : undefined}
    >
      <Bars
        rows={bars.map(({ label, definition, count, share, size, wholeSize }) => ({
          label,
          value: share === undefined ? formatCount(count) : `${formatCount(count)} · ${share}`,
          title: definition,
          size,
          whole: wholeSize,
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
      <Bars
        rows={failures.map(({ reason, count }) => ({
          label: reason,
          value: formatCount(count),
          size: count / largest,
        }))}
      />
    </PlotFrame>
  );
}

type StockProps = Pick<Overview, 'stock'> & { readonly now: string };

export function StockPanel({ stock, now }: StockProps) {
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
      fileName="inaam-stock"
      empty={
        stock.every(({ free, owed }) => free + owed === 0)
          ? 'No voucher codes are loaded, and none are owed.'
          : undefined
      }
    >
      <Bars
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
