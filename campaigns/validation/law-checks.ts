import { formatValue } from '../schema/problem.ts';
import { problemAt, type Campaign, type FileProblem, type Rewards } from './file-problem.ts';

/** What a lawyer says of every campaign there, by the letters of the state. */
const knownLaws = new Map([['tamilnadu', 'Tamil Nadu Prize Schemes (Prohibition) Act, 1979']]);

export function lawProblems(
  { programme: { from: first, to: last } }: Campaign,
  states: readonly string[],
  { fixed }: Rewards,
): FileProblem[] {
  return states.flatMap((state) => {
    const law = knownLaws.get(state.toLowerCase().replaceAll(/[^a-z]/g, ''));
    const isKept = fixed.some(
      ({ chance, from, until, ...reward }) =>
        reward.state === state &&
        chance === 'forbidden' &&
        from <= first &&
        (until ?? last) >= last,
    );
    if (law === undefined || isKept) return [];
    return [
      problemAt(
        'rewards.json',
        ['fixed'],
        `must have a reward of ${formatValue(state)} with chance "forbidden" on each day of the programme: ${law}`,
        'Write it, or leave the state out of states.json.',
      ),
    ];
  });
}
