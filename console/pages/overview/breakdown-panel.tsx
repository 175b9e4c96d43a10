import {
  Button,
  Group,
  ScrollArea,
  SegmentedControl,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { useState } from 'react';
import type { TableData } from '../../ui/csv.ts';
import { formatCount } from '../../ui/format.ts';
import { DownIcon, UpIcon } from '../../ui/icons.tsx';
import { PlotFrame } from '../../ui/plot-frame.tsx';
import {
  breakdownOf,
  columns,
  columnsOf,
  definitions,
  mostSentence,
  type BreakdownRow,
  type Column,
  type Sort,
} from './breakdown.ts';
import { dimensionNames, dimensions, type Days, type Dimension, type Overview } from './view.ts';
import type { Filter } from './view.ts';
import styles from './breakdown.module.css';

type Props = {
  readonly parts: Overview['parts'];
  readonly days: Days;
  readonly filter: Filter;
  /** Filters the page by the value, or no longer. */
  readonly toggle: (name: Dimension, value: string) => void;
};

const first = 10;

export function BreakdownPanel({ parts, days, filter, toggle }: Props) {
  const [shown, show] = useState<Dimension>('source');
  const [sort, setSort] = useState<Sort>({ column: 'verified', isRising: false });
  const [isWhole, setIsWhole] = useState(false);
  const rows = breakdownOf(shown, parts[shown], sort);
  const names = columnsOf(rows);
  const visible = isWhole ? rows : rows.slice(0, first);
  const title = 'Breakdown';
  return (
    <PlotFrame
      title={title}
      summary={mostSentence(rows)}
      table={tableOf(shown, rows, names)}
      isTabular
      fileName={`inaam-by-${shown}-${days.from}-${days.until}`}
      empty={rows.length === 0 ? emptyText[shown] : undefined}
      controls={
        <SegmentedControl
          data={dimensionNames.map((value) => ({ value, label: dimensions[value] }))}
          value={shown}
          onChange={show}
          aria-label="Break down by"
        />
      }
    >
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `${title}, table` }}
      >
        <table className={styles['table']}>
          <Head shown={shown} names={names} sort={sort} setSort={setSort} />
          <tbody>
            {visible.map((row) => (
              <Row
                key={row.value}
                row={row}
                names={names}
                size={sizeOf(row, rows, sort)}
                isChosen={filter[shown] === row.value}
                toggle={() => toggle(shown, row.value)}
              />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {rows.length > first ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? `Show the first ${first}` : `Show all ${formatCount(rows.length)}`}
          </Button>
        </Group>
      ) : null}
    </PlotFrame>
  );
}

const emptyText: Readonly<Record<Dimension, string>> = {
  source: 'No visits in this period. A source is the utm_campaign of a link or QR code.',
  state: 'No verified numbers in this period. A state is the one that a shopper registers.',
  language: 'No visits in this period. A language is the one that the page was shown in.',
  shop: 'No shop in this period. Give each shop’s QR code its own id, as in ?id=shop-12.',
};

type HeadProps = {
  readonly shown: Dimension;
  readonly names: readonly Column[];
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
};

function Head({ shown, names, sort, setSort }: HeadProps) {
  const columnOf = (column: Sort['column'], label: string, definition?: string) => {
    const isSorted = sort.column === column;
    const Arrow = sort.isRising ? UpIcon : DownIcon;
    const button = (
      <UnstyledButton
        className={styles['sort'] ?? ''}
        onClick={() =>
          setSort({ column, isRising: isSorted ? !sort.isRising : column === 'label' })
        }
      >
        {label}
        <span className={styles['arrow']}>{isSorted ? <Arrow size={12} /> : null}</span>
      </UnstyledButton>
    );
    return (
      <th
        key={column}
        scope="col"
        aria-sort={isSorted ? (sort.isRising ? 'ascending' : 'descending') : 'none'}
      >
        {definition === undefined ? (
          button
        ) : (
          <Tooltip label={definition} events={{ hover: true, focus: true, touch: false }}>
            {button}
          </Tooltip>
        )}
      </th>
    );
  };
  return (
    <thead>
      <tr>
        {columnOf('label', dimensions[shown])}
        {names.map((name) => columnOf(name, columns[name], definitions[name]))}
      </tr>
    </thead>
  );
}

type RowProps = {
  readonly row: BreakdownRow;
  readonly names: readonly Column[];
  readonly size: number;
  readonly isChosen: boolean;
  readonly toggle: () => void;
};

function Row({ row, names, size, isChosen, toggle }: RowProps) {
  // What is summed up as "all other" is no one value.
  const isFilter = row.value !== '(other)';
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        <span className={styles['size']} style={{ inlineSize: `${size * 100}%` }} />
        {isFilter ? (
          <UnstyledButton
            className={styles['filter'] ?? ''}
            aria-pressed={isChosen}
            title={isChosen ? 'Show all again' : `Show only ${row.label}`}
            onClick={toggle}
          >
            {row.label}
          </UnstyledButton>
        ) : (
          <span className={styles['filter']}>{row.label}</span>
        )}
      </th>
      {names.map((name) => (
        <td key={name}>{cellOf(row, name)}</td>
      ))}
    </tr>
  );
}

function cellOf(row: BreakdownRow, name: Column) {
  if (name === 'rate') return row.shownRate;
  const value = row[name];
  return value === null ? '–' : formatCount(value);
}

/** Of the largest in the sorted column. */
function sizeOf(row: BreakdownRow, rows: readonly BreakdownRow[], { column }: Sort): number {
  const name = column === 'label' ? 'verified' : column;
  const largest = Math.max(...rows.map((one) => one[name] ?? 0));
  return largest === 0 ? 0 : (row[name] ?? 0) / largest;
}

function tableOf(
  shown: Dimension,
  rows: readonly BreakdownRow[],
  names: readonly Column[],
): TableData {
  return {
    columns: [
      { label: dimensions[shown] },
      ...names.map((name) => ({ label: columns[name], isNumber: true })),
    ],
    rows: rows.map((row) => [
      row.label,
      ...names.map((name) => {
        if (name === 'rate') return row.rate === null ? '' : row.shownRate;
        return row[name] ?? '';
      }),
    ]),
  };
}
