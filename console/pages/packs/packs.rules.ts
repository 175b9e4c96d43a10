import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { packStateAfter, type PackChange } from '@inaam/contract/console/packs.ts';
import type { TableData } from '../../ui/csv.ts';
import { formatDay } from '../../ui/format.ts';

export type Packs = AnswerOf<'readPacks'>;
export type Batch = Packs['batches'][number];

export const groupings = { label: 'Batch', product: 'Product', region: 'Region' } as const;
export type Grouping = keyof typeof groupings;

const steps = [
  ['Visits', 'visits'],
  ['Asked for an OTP', 'asked'],
  ['Verified', 'verified'],
  ['Rewards', 'rewarded'],
  ['Rupees granted', 'rupees'],
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

/** Codes of the last two weeks, those that were refused by why. */
export const daysOf = (days: Packs['days']): TableData => ({
  columns: [
    { label: 'Day' },
    ...['Accepted', 'Used before', 'Of no batch', 'Batch not open'].map((label) => ({
      label,
      isNumber: true,
    })),
  ],
  rows: days.map(({ day, accepted, used, unknown, notOpen }) => [
    formatDay(day),
    accepted,
    used,
    unknown,
    notOpen,
  ]),
});

export const changes = {
  open: { call: 'openPacks', label: 'Open' },
  close: { call: 'closePacks', label: 'Close' },
  recall: { call: 'recallPacks', label: 'Recall' },
} as const;

const names: readonly PackChange[] = ['open', 'close', 'recall'];

/** What the state of a batch allows. */
export const changesOf = ({ state }: Pick<Batch, 'state'>): readonly PackChange[] =>
  names.filter((name) => packStateAfter(state, name) !== undefined);
