import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatShort } from '../../../ui/format.ts';
import { PlotFrame } from '../../../ui/plot-frame.tsx';
import {
  elsewhere,
  shownOf,
  stateSummary,
  tilesOf,
  type StateMeasure,
  type Tile,
} from './state-tiles.ts';
import type { Days, Overview } from '../view.ts';
import styles from './plot.module.css';

const cell = 48;
const gap = 3;
const columns = 8;

export function StatesPlot({ states, days }: { states: Overview['parts']['state']; days: Days }) {
  const [measure, setMeasure] = useState<StateMeasure>('total');
  const tiles = tilesOf(states, measure);
  const others = elsewhere(states);
  const table = {
    columns: [
      { label: 'State' },
      { label: 'Verified', isNumber: true },
      { label: 'Per million inhabitants (census 2011)', isNumber: true },
      { label: 'Rewarded', isNumber: true },
      { label: 'Rupees granted', isNumber: true },
    ],
    rows: [
      ...tiles
        .toSorted((a, b) => b.verified - a.verified)
        .map(({ name, verified, perMillion, rewarded, rupees }) => [
          name,
          verified,
          Math.round(perMillion * 10) / 10,
          rewarded,
          rupees,
        ]),
      ...others.map(({ value, verified, rewarded, rupees }) => [
        value,
        verified,
        '',
        rewarded,
        rupees,
      ]),
    ],
  };
  return (
    <PlotFrame
      title="Verified by state"
      summary={stateSummary(tiles, measure)}
      table={table}
      fileName={`inaam-states-${days.from}-${days.until}`}
      controls={<MeasureChoice measure={measure} choose={setMeasure} />}
      empty={
        states.every(({ verified }) => verified === 0)
          ? 'No verified numbers in this period.'
          : undefined
      }
    >
      <TileGrid tiles={tiles} measure={measure} />
      {others.length > 0 ? (
        <Text size="xs" c="dimmed">
          {others.map(({ value, verified }) => `${value}: ${formatCount(verified)}`).join(', ')}
        </Text>
      ) : null}
    </PlotFrame>
  );
}

type ChoiceProps = { measure: StateMeasure; choose: (measure: StateMeasure) => void };

function MeasureChoice({ measure, choose }: ChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      className={styles['choice'] ?? ''}
      data={[
        { value: 'total', label: 'Verified' },
        { value: 'perMillion', label: 'Per million' },
      ]}
      value={measure}
      onChange={choose}
      aria-label="Measure of the map"
    />
  );
}

function TileGrid({ tiles, measure }: { tiles: readonly Tile[]; measure: StateMeasure }) {
  const side = columns * cell;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} className={styles['map']} aria-hidden="true">
      {tiles.map((tile) => {
        const { name, short, column, row, step } = tile;
        const middle = column * cell + cell / 2;
        return (
          <g key={name} data-step={step} className={styles['tile']}>
            <title>{`${name}: ${shownOf(tile, measure)}`}</title>
            <rect
              x={column * cell + gap / 2}
              y={row * cell + gap / 2}
              width={cell - gap}
              height={cell - gap}
              rx={4}
            />
            <text x={middle} y={row * cell + 20} className={styles['short']}>
              {short}
            </text>
            <text x={middle} y={row * cell + 36} className={styles['value']}>
              {shortValue(tile, measure)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function shortValue(tile: Tile, measure: StateMeasure): string {
  const value = measure === 'total' ? tile.verified : tile.perMillion;
  if (value === 0) return '–';
  return formatShort(value >= 100 ? Math.round(value) : value);
}
