import { useElementSize } from '@mantine/hooks';
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
import { wrapLabel } from './series.ts';
import type { Counts, Days, Overview } from './view.ts';
import styles from './plot.module.css';

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
      empty={
        stock.every(({ free, owed }) => free + owed === 0)
          ? 'No voucher codes are loaded, and none are owed.'
          : undefined
      }
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

type BarRow = {
  readonly label: string;
  /** At the end of the label's line. */
  readonly value: string;
  /** Shown while the pointer is over it. */
  readonly title?: string;
  /** 0 to 1 */
  readonly size: number;
  /** Behind the bar, as the size of which it is a part. */
  readonly whole?: number;
  /** After the bar, in another colour. */
  readonly second?: number;
};

const leading = 18;
const barHeight = 10;
const gap = 14;
const letterWidth = 7.6;
const shortLabel = 12;

/** Bars below their labels, because a source or a reason may be long. */
function BarsPlot({ rows }: { rows: readonly BarRow[] }) {
  const { ref, width } = useElementSize();
  const placed = placedIn(rows, width);
  const height = placed.reduce((sum, one) => sum + one.height, 0);
  return (
    <div ref={ref}>
      {width === 0 ? null : (
        <svg width={width} height={height} className={styles['bars']} aria-hidden="true">
          {placed.map((row) => (
            <Bar key={row.label} row={row} width={width} />
          ))}
        </svg>
      )}
    </div>
  );
}

type Placed = BarRow & {
  readonly lines: readonly string[];
  readonly top: number;
  readonly barTop: number;
  readonly valueY: number;
  readonly height: number;
};

function placedIn(rows: readonly BarRow[], width: number): readonly Placed[] {
  const all = Math.floor((width - 16) / letterWidth);
  return rows.reduce<readonly Placed[]>((placed, row) => {
    const { label, value } = row;
    // A long value has a line of its own.
    const isLong = all - value.length < Math.min(label.length, shortLabel);
    const lines = wrapLabel(label, isLong ? all : all - value.length);
    const before = placed.at(-1);
    const top = before === undefined ? 0 : before.top + before.height;
    const barTop = top + (lines.length + (isLong ? 1 : 0)) * leading;
    const valueY = top + 13 + (isLong ? lines.length : 0) * leading;
    const height = barTop + barHeight + gap - top;
    return [...placed, { ...row, lines, top, barTop, valueY, height }];
  }, []);
}

function Bar({ row, width }: { row: Placed; width: number }) {
  const { label, value, title, size, whole = 0, second = 0, lines, top, barTop, valueY } = row;
  const lengthOf = (share: number) => (share <= 0 ? 0 : Math.max(2, share * width));
  const bar = { y: barTop, height: barHeight, rx: 2 };
  return (
    <g>
      <title>{title ?? label}</title>
      <rect className={styles['target']} y={top} width={width} height={barTop - top + barHeight} />
      {lines.map((line, at) => (
        <text key={line} className={styles['barLabel']} x={0} y={top + 13 + at * leading}>
          {line}
        </text>
      ))}
      <text className={styles['barValue']} textAnchor="end" x={width} y={valueY}>
        {value}
      </text>
      <rect className={styles['track']} {...bar} width={width} />
      <rect className={styles['lost']} {...bar} width={lengthOf(whole)} />
      <rect className={styles['bar']} {...bar} width={lengthOf(size)} />
      {second > 0 ? (
        <rect
          className={styles['second']}
          {...bar}
          x={Math.min(lengthOf(size) + 2, width - 2)}
          width={Math.max(2, lengthOf(second) - 2)}
        />
      ) : null}
    </g>
  );
}
