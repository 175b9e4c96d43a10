import { formatCount, formatDecimal } from '../../../ui/format.ts';
import { india, type State } from './india.ts';
import type { Overview } from '../overview-answer.ts';

export type StateMeasure = 'total' | 'perMillion';
export type Tile = State & {
  readonly verified: number;
  readonly rewarded: number;
  readonly rupees: number;
  readonly perMillion: number;
  /** 0: nobody; 1 to 4: shade relative to the largest. */
  readonly step: number;
};

const steps = 4;
const nobody = { verified: 0, rewarded: 0, rupees: 0 };

export function tilesOf(states: Overview['states'], measure: StateMeasure): Tile[] {
  const byName = new Map(states.map(({ state, ...counts }) => [state, counts]));
  const tiles = india.map((state) => {
    const counts = byName.get(state.name) ?? nobody;
    return { ...state, ...counts, perMillion: (counts.verified / state.inhabitants) * 1e6 };
  });
  const valueOf = (tile: { verified: number; perMillion: number }) =>
    measure === 'total' ? tile.verified : tile.perMillion;
  const largest = Math.max(...tiles.map(valueOf));
  return tiles.map((tile) => ({
    ...tile,
    step: largest === 0 ? 0 : Math.ceil((valueOf(tile) / largest) * steps),
  }));
}

/** In states without a tile. */
export function elsewhere(states: Overview['states']): Overview['states'] {
  return states.filter(({ state }) => !india.some(({ name }) => name === state));
}

export function stateSummary(tiles: readonly Tile[], measure: StateMeasure): string {
  const valueOf = (tile: Tile) => (measure === 'total' ? tile.verified : tile.perMillion);
  const first = tiles
    .filter((tile) => tile.verified > 0)
    .toSorted((a, b) => valueOf(b) - valueOf(a));
  if (first.length === 0) return 'Nobody has confirmed a number yet.';
  const list = first
    .slice(0, 3)
    .map((tile) => `${tile.name} (${shownOf(tile, measure)})`)
    .join(', ');
  const unit =
    measure === 'total' ? 'confirmed numbers' : 'confirmed numbers per million inhabitants';
  return `Most ${unit}: ${list}.`;
}

export function shownOf(tile: Tile, measure: StateMeasure): string {
  return measure === 'total' ? formatCount(tile.verified) : formatDecimal(tile.perMillion);
}
