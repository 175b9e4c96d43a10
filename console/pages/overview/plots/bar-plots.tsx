import { BarChart } from '@mantine/charts';
import type { TableData } from '../../../ui/csv.ts';
import { countOf, formatCount, formatDay, formatRupees, formatShort } from '../../../ui/format.ts';
import { PlotFrame, plotColors } from '../../../ui/plot-frame.tsx';
import type { Days } from '../period.ts';
import type { Overview } from '../overview-answer.ts';
import { wrapLabel } from './wrap-label.ts';

const rowHeightMin = 34;
const labelLeading = 14;
const digitWidth = 8;

type BarsProps = {
  readonly rows: readonly { readonly label: string; readonly value: number }[];
  readonly name: string;
};

/** Names are at the side, because a source or a reason may be long. */
function Bars({ rows, name }: BarsProps) {
  const max = Math.max(...rows.map(({ label }) => wrapLabel(label).length));
  const rowHeight = Math.max(rowHeightMin, max * labelLeading + 8);
  const longest = Math.max(...rows.map(({ value }) => formatCount(value).length));
  return (
    <BarChart
      h={rows.length * rowHeight + 16}
      data={rows.map(({ label, value }) => ({ label, value }))}
      dataKey="label"
      orientation="vertical"
      series={[{ name: 'value', label: name, color: plotColors.accent }]}
      valueFormatter={formatCount}
      gridAxis="none"
      tickLine="none"
      withXAxis={false}
      yAxisProps={{ width: 148, tick: Label, interval: 0 }}
      barProps={{ isAnimationActive: false, barSize: 14, radius: 2 }}
      withBarValueLabel
      valueLabelProps={{ position: 'right', fill: 'var(--mantine-color-text)' }}
      barChartProps={{ margin: { right: 16 + longest * digitWidth } }}
      accessibilityLayer={false}
    />
  );
}

type LabelProps = { x: number | string; y: number | string; payload: { value: string } };

function Label({ x, y, payload: { value } }: LabelProps) {
  const lines = wrapLabel(value);
  const first = Number(y) - ((lines.length - 1) * labelLeading) / 2;
  return (
    <text textAnchor="end" dominantBaseline="central" fontSize={12} fill="currentColor">
      <title>{value}</title>
      {lines.map((line, place) => (
        <tspan key={line} x={x} y={first + place * labelLeading}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

export function SourcesPlot({ sources, days }: Pick<Overview, 'sources'> & { days: Days }) {
  const total = sources.reduce((sum, { visits }) => sum + visits, 0);
  const [first] = sources;
  return (
    <PlotFrame
      title="Sources"
      summary={`${countOf(total, 'visit')} from ${countOf(sources.length, 'source')}; most from ${first?.source ?? ''}.`}
      table={tableOf(
        'Source',
        'Visits',
        sources.map(({ source, visits }) => [source, visits]),
      )}
      fileName={`inaam-sources-${days.from}-${days.until}`}
      empty={sources.length === 0 ? 'No visits in this period.' : undefined}
    >
      <Bars
        rows={sources.map(({ source: label, visits: value }) => ({ label, value }))}
        name="Visits"
      />
    </PlotFrame>
  );
}

export function LanguagesPlot({ languages, days }: Pick<Overview, 'languages'> & { days: Days }) {
  const rows = languages.map(({ language, visits }) => ({
    label: languageName(language),
    value: visits,
  }));
  const total = rows.reduce((sum, { value }) => sum + value, 0);
  const [first] = rows;
  return (
    <PlotFrame
      title="Languages"
      summary={`${countOf(total, 'visit')} by the language of the page; most in ${first?.label ?? ''}.`}
      table={tableOf(
        'Language',
        'Visits',
        rows.map(({ label, value }) => [label, value]),
      )}
      fileName={`inaam-languages-${days.from}-${days.until}`}
      empty={rows.length === 0 ? 'No visits in this period.' : undefined}
    >
      <Bars rows={rows} name="Visits" />
    </PlotFrame>
  );
}

type Failures = Overview['delivery']['failures'];

export function FailuresPlot({ failures, days }: { failures: Failures; days: Days }) {
  const total = failures.reduce((sum, { count }) => sum + count, 0);
  const [first] = failures;
  return (
    <PlotFrame
      title="Failures by reason"
      summary={`${countOf(total, 'voucher')} failed; most often: ${first?.reason ?? ''}.`}
      table={tableOf(
        'Reason',
        'Vouchers',
        failures.map(({ reason, count }) => [reason, count]),
      )}
      fileName={`inaam-failures-${days.from}-${days.until}`}
      empty={total === 0 ? 'No voucher failed in this period.' : undefined}
    >
      <Bars
        rows={failures.map(({ reason: label, count: value }) => ({ label, value }))}
        name="Failed"
      />
    </PlotFrame>
  );
}

function tableOf(what: string, number: string, rows: TableData['rows']): TableData {
  return { columns: [{ label: what }, { label: number, isNumber: true }], rows };
}

const stockSeries = [
  { name: 'free', label: 'In stock', color: plotColors.accent },
  { name: 'owed', label: 'Owed', color: plotColors.second },
];

export function StockPlot({ stock }: Pick<Overview, 'stock'>) {
  const table = {
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
  };
  return (
    <PlotFrame
      title="Voucher stock"
      summary={stockSummary(stock)}
      table={table}
      legend={stockSeries}
      fileName="inaam-stock"
      empty={stock.length === 0 ? 'No voucher codes are loaded, and none are owed.' : undefined}
    >
      <BarChart
        h={200}
        data={stock.map(({ amount, free, owed }) => ({ label: formatRupees(amount), free, owed }))}
        dataKey="label"
        series={stockSeries}
        valueFormatter={formatCount}
        tickLine="none"
        maxBarWidth={36}
        yAxisProps={{ width: 48, tickFormatter: formatShort, allowDecimals: false }}
        barProps={{ isAnimationActive: false, radius: 2 }}
        accessibilityLayer={false}
      />
    </PlotFrame>
  );
}

function stockSummary(stock: Overview['stock']): string {
  return stock
    .map(({ amount, free, owed, lastsUntil }) => {
      const debt = owed === 0 ? '' : `, ${formatCount(owed)} owed`;
      const end = lastsUntil === null ? '' : `, lasts until ${formatDay(lastsUntil)}`;
      return `${formatRupees(amount)}: ${formatCount(free)} in stock${debt}${end}.`;
    })
    .join(' ');
}

const names = new Intl.DisplayNames('en-IN', { type: 'language' });

/** @param tag a language of the campaign; `(none)` for visits whose language was not counted */
const languageName = (tag: string): string =>
  tag === '(none)' ? 'not known' : (names.of(tag) ?? tag);
