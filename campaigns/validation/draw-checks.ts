import type { Campaign, Draw, FileProblem, Rewards } from './file-problem.ts';
import { problemAt } from './file-problem.ts';

const dayMs = 86_400_000;

/** Daily pacing needs at least one block for each day. */
export function pacingProblems({ programme }: Campaign, { deck, pacing }: Draw): FileProblem[] {
  const days = (Date.parse(programme.to) - Date.parse(programme.from)) / dayMs + 1;
  if (pacing === null || deck.blocks >= days) return [];
  return [
    problemAt(
      'draw.json',
      ['deck', 'blocks'],
      `must be the ${days} days of the programme or more where pacing is "daily", but is ${deck.blocks}`,
      'Write more blocks with fewer cards, or null for pacing.',
    ),
  ];
}

/**
 * A closing campaign promises each participant a card or a fixed reward at verification, so which
 * of the two it is must not change until the reward is granted, at the latest 24 hours after the
 * last day.
 */
export function closingProblems(
  { programme }: Campaign,
  { fixed }: Rewards,
  { whenDeckEnds }: Draw,
): FileProblem[] {
  if (whenDeckEnds.kind !== 'close') return [];
  const last = new Date(Date.parse(programme.to) + dayMs).toISOString().slice(0, 10);
  return fixed.flatMap(({ from, until }, at) => [
    ...(from <= programme.from
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'from'],
            `must not be after programme.from (${programme.from}) where the campaign closes with its deck, but is ${from}`,
            'Write a reserve into draw.json, or choose a programme during all of which this law applies.',
          ),
        ]),
    ...(until === null || until >= last
      ? []
      : [
          problemAt(
            'rewards.json',
            ['fixed', at, 'until'],
            `must not be before ${last} where the campaign closes with its deck, but is ${until}`,
            'Write a reserve into draw.json, or choose a programme during all of which this law applies.',
          ),
        ]),
  ]);
}
