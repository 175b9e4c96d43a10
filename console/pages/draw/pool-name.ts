import type { Draw } from './draw-answer.ts';

export function poolName({ kind, state }: Pick<Draw['pools'][number], 'kind' | 'state'>): string {
  if (kind === 'chance') return 'Cards of the deck';
  return kind === 'reserve' ? 'When the deck has ended' : `Fixed, ${state ?? 'one state'}`;
}
