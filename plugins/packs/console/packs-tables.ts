import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { TableData } from '@inaam/console/ui/csv.ts';
import { packChanges, packStateAfter, type PackChange } from '../contract.ts';

export type Packs = AnswerOf<'readPacks'>;
export type Batch = Packs['batches'][number];

export const groupings = { label: 'Batch', product: 'Product', region: 'Region' } as const;
export type Grouping = keyof typeof groupings;
export const groupingNames: readonly Grouping[] = ['label', 'product', 'region'];

const steps = [
  ['Visits', 'visits'],
  ['Asked for an OTP', 'asked'],
  ['Verified', 'verified'],
  ['Rewards', 'rewarded'],
  ['Rupees granted', 'rupees'],
  ['Refused as used', 'usedTries'],
] as const;

/** From the visit to the reward, summed by batch, product or region. */
export function funnelOf(batches: readonly Batch[], by: Grouping): TableData {
  const groups = [...Map.groupBy(batches, (batch) => batch[by])];
  return {
    columns: [{ label: groupings[by] }, ...steps.map(([label]) => ({ label, isNumber: true }))],
    rows: groups.map(([name, some]) => [
      name === '' ? 'Not named' : name,
      ...steps.map(([, step]) => some.reduce((sum, batch) => sum + batch[step], 0)),
    ]),
  };
}

export const changeLabels = { open: 'Open', close: 'Close', recall: 'Recall' } as const;

/** What the state of a batch allows. */
export const changesOf = ({ state }: Pick<Batch, 'state'>): readonly PackChange[] =>
  packChanges.filter((change) => packStateAfter(state, change) !== undefined);
