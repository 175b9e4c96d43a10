import type { LineProblems } from './line-problems.ts';
import { rupees } from '../platform/format.ts';
import { RefusedError } from '../operator/command-context.ts';

export const linesOfKindMax = 20;

/** @throws RefusedError that lists them, if there are any */
export function assertNoProblems(problems: Pick<LineProblems, 'count' | 'kinds'>): void {
  const count = problems.count();
  if (count === 0) return;
  const lines = problems
    .kinds()
    .flatMap((kind) => [
      ...kind.lines.map(({ line, kind: what, detail = '' }) => `  line ${line}: ${what}${detail}`),
      ...(kind.count > kind.lines.length
        ? [`  and ${rupees(kind.count - kind.lines.length)} more of this kind`]
        : []),
    ]);
  const head = count === 1 ? '1 line is' : `${rupees(count)} lines are`;
  throw new RefusedError([`Nothing was loaded: ${head} invalid.`, ...lines].join('\n'));
}
