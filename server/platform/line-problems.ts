import { rupees } from './format.ts';

/** A problem in a line of a file, counted from 1. `kind` describes it in words and groups it. */
export type LineProblem = { line: number; kind: string; detail?: string };

export type KindOfProblem = { count: number; lines: LineProblem[] };

/**
 * Counts all problems but keeps only the first lines of each kind, because every line may be wrong.
 */
export function collectLineProblems(linesOfKindMax: number) {
  const kinds = new Map<string, KindOfProblem>();
  const of = (kind: string) => {
    const found = kinds.get(kind) ?? { count: 0, lines: [] };
    kinds.set(kind, found);
    return found;
  };
  const add = (problem: LineProblem): void => {
    const kind = of(problem.kind);
    kind.count += 1;
    if (kind.lines.length < linesOfKindMax) kind.lines.push(problem);
  };
  return {
    add,
    addCounted(count: number, lines: readonly LineProblem[]): void {
      for (const problem of lines) add(problem);
      const [first] = lines;
      if (first) of(first.kind).count += count - lines.length;
    },
    count: (): number => [...kinds.values()].reduce((sum, { count }) => sum + count, 0),
    kinds: (): KindOfProblem[] => [...kinds.values()],
  };
}

export type LineProblems = ReturnType<typeof collectLineProblems>;

/** @returns them in lines, such as `line 7: has no code`, under how many they are */
export function describeProblems(problems: Pick<LineProblems, 'count' | 'kinds'>): string {
  const count = problems.count();
  const lines = problems
    .kinds()
    .flatMap((kind) => [
      ...kind.lines.map(({ line, kind: what, detail = '' }) => `  line ${line}: ${what}${detail}`),
      ...(kind.count > kind.lines.length
        ? [`  and ${rupees(kind.count - kind.lines.length)} more of this kind`]
        : []),
    ]);
  const head = count === 1 ? '1 line is' : `${rupees(count)} lines are`;
  return [`Nothing was loaded: ${head} invalid.`, ...lines].join('\n');
}
