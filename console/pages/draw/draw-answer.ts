import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Draw = AnswerOf<'readDraw'>;
export type Verification = AnswerOf<'readVerification'>;

export function budgetPoolName({
  kind,
  state,
}: Pick<Draw['pools'][number], 'kind' | 'state'>): string {
  if (kind === 'chance') return 'Cards of the deck';
  return kind === 'reserve' ? 'When the deck has ended' : `Fixed, ${state ?? 'one state'}`;
}
