import { formatCount, formatDecimal } from '../../../ui/format.ts';
import type { Overview } from '../view.ts';

type States = Overview['parts']['state'];
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

export function tilesOf(states: States, measure: StateMeasure): Tile[] {
  const byName = new Map(
    states.map(({ value, verified, rewarded, rupees }) => [value, { verified, rewarded, rupees }]),
  );
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
export function elsewhere(states: States): States {
  return states.filter(({ value }) => !india.some(({ name }) => name === value));
}

export function stateSummary(tiles: readonly Tile[], measure: StateMeasure): string {
  const valueOf = (tile: Tile) => (measure === 'total' ? tile.verified : tile.perMillion);
  const first = tiles
    .filter((tile) => tile.verified > 0)
    .toSorted((a, b) => valueOf(b) - valueOf(a));
  if (first.length === 0) return 'No verified numbers yet.';
  const list = first
    .slice(0, 3)
    .map((tile) => `${tile.name} (${shownOf(tile, measure)})`)
    .join(', ');
  const unit =
    measure === 'total' ? 'verified numbers' : 'verified numbers per million inhabitants';
  return `Most ${unit}: ${list}.`;
}

export function shownOf(tile: Tile, measure: StateMeasure): string {
  return measure === 'total' ? formatCount(tile.verified) : formatDecimal(tile.perMillion);
}

// Inhabitants: Census of India 2011, Primary Census Abstract, in today's borders (Andhra Pradesh
// and Telangana, Jammu and Kashmir and Ladakh as divided later; Dadra and Nagar Haveli with Daman
// and Diu). The next census has no figures yet. Column and row: rough position of the state.

type State = {
  readonly name: string;
  readonly short: string;
  readonly column: number;
  readonly row: number;
  readonly inhabitants: number;
};

const rows: readonly (readonly [string, string, number, number, number])[] = [
  ['Jammu and Kashmir', 'JK', 2, 0, 12_267_013],
  ['Ladakh', 'LA', 3, 0, 274_289],
  ['Punjab', 'PB', 1, 1, 27_743_338],
  ['Chandigarh', 'CH', 2, 1, 1_055_450],
  ['Himachal Pradesh', 'HP', 3, 1, 6_864_602],
  ['Haryana', 'HR', 1, 2, 25_351_462],
  ['Delhi', 'DL', 2, 2, 16_787_941],
  ['Uttarakhand', 'UK', 3, 2, 10_086_292],
  ['Arunachal Pradesh', 'AR', 7, 2, 1_383_727],
  ['Rajasthan', 'RJ', 1, 3, 68_548_437],
  ['Uttar Pradesh', 'UP', 2, 3, 199_812_341],
  ['Bihar', 'BR', 3, 3, 104_099_452],
  ['Sikkim', 'SK', 4, 3, 610_577],
  ['Assam', 'AS', 6, 3, 31_205_576],
  ['Nagaland', 'NL', 7, 3, 1_978_502],
  ['Gujarat', 'GJ', 0, 4, 60_439_692],
  ['Madhya Pradesh', 'MP', 1, 4, 72_626_809],
  ['Chhattisgarh', 'CG', 2, 4, 25_545_198],
  ['Jharkhand', 'JH', 3, 4, 32_988_134],
  ['West Bengal', 'WB', 4, 4, 91_276_115],
  ['Meghalaya', 'ML', 6, 4, 2_966_889],
  ['Manipur', 'MN', 7, 4, 2_855_794],
  ['Dadra and Nagar Haveli', 'DN', 0, 5, 586_956],
  ['Maharashtra', 'MH', 1, 5, 112_374_333],
  ['Telangana', 'TG', 2, 5, 35_003_674],
  ['Odisha', 'OD', 3, 5, 41_974_218],
  ['Tripura', 'TR', 6, 5, 3_673_917],
  ['Mizoram', 'MZ', 7, 5, 1_097_206],
  ['Goa', 'GA', 0, 6, 1_458_545],
  ['Karnataka', 'KA', 1, 6, 61_095_297],
  ['Andhra Pradesh', 'AP', 2, 6, 49_577_103],
  ['Lakshadweep', 'LD', 0, 7, 64_473],
  ['Kerala', 'KL', 1, 7, 33_406_061],
  ['Tamil Nadu', 'TN', 2, 7, 72_147_030],
  ['Puducherry', 'PY', 3, 7, 1_247_953],
  ['Andaman and Nicobar Islands', 'AN', 5, 7, 380_581],
];

export const india: readonly State[] = rows.map(([name, short, column, row, inhabitants]) => ({
  name,
  short,
  column,
  row,
  inhabitants,
}));
