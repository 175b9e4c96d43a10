import type { FieldsOf } from '@inaam/contract/console/calls.ts';

type Wish = FieldsOf<'prepareAmendment'>['wish'];

export type Typed = {
  readonly command: Wish['command'];
  readonly blocks: number;
  readonly reserve: number;
  /** By state. */
  readonly fixed: Readonly<Record<string, number>>;
  /** YYYY-MM-DD */
  readonly day: string;
};

export const emptyWish: Typed = {
  command: 'campaign supplement',
  blocks: 0,
  reserve: 0,
  fixed: {},
  day: '',
};

/** What is missing before the rules can be evaluated. */
export function wishFault({ command, blocks, reserve, fixed, day }: Typed): string | undefined {
  if (command !== 'campaign supplement') return day === '' ? 'Choose a day.' : undefined;
  const added = [blocks, reserve, ...Object.values(fixed)];
  return added.some((count) => count > 0) ? undefined : 'Say how many are added.';
}

export function wishOf({ command, blocks, reserve, fixed, day }: Typed): Wish {
  if (command !== 'campaign supplement') return { command, day };
  const wanted = Object.entries(fixed)
    .filter(([, rewards]) => rewards > 0)
    .map(([state, rewards]) => ({ state, rewards }));
  return { command, blocks, reserve, fixed: wanted };
}
