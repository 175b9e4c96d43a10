import { RefusedError } from './command-context.ts';
import { rupees } from './table.ts';

/** Of a line of a file, from 1. `kind` is what it has in common with others, in words. */
export type LineProblem = { line: number; kind: string; detail?: string };

export const linesOfKindMost = 20;

/** Keeps the first lines of each kind and counts all of them: a file may be wrong everywhere. */
export function collectLineProblems() {
  const kinds = new Map<string, { count: number; lines: LineProblem[] }>();
  const of = (kind: string) => {
    const found = kinds.get(kind) ?? { count: 0, lines: [] };
    kinds.set(kind, found);
    return found;
  };
  return {
    add(problem: LineProblem): void {
      const kind = of(problem.kind);
      kind.count += 1;
      if (kind.lines.length < linesOfKindMost) kind.lines.push(problem);
    },
    /** Lines of one kind that were counted elsewhere. */
    addCounted(count: number, lines: readonly LineProblem[]): void {
      for (const problem of lines) this.add(problem);
      const [first] = lines;
      if (first) of(first.kind).count += count - lines.length;
    },
    count: (): number => [...kinds.values()].reduce((sum, { count }) => sum + count, 0),
    /** @throws RefusedError that names them, if there are any */
    assertNone(): void {
      const count = this.count();
      if (count === 0) return;
      const lines = [...kinds.values()].flatMap((kind) => [
        ...kind.lines.map(
          ({ line, kind: what, detail = '' }) => `  line ${line}: ${what}${detail}`,
        ),
        ...(kind.count > kind.lines.length
          ? [`  and ${rupees(kind.count - kind.lines.length)} more of this kind`]
          : []),
      ]);
      const head = count === 1 ? '1 line is' : `${rupees(count)} lines are`;
      throw new RefusedError([`Nothing was loaded: ${head} invalid.`, ...lines].join('\n'));
    },
  };
}

export type LineProblems = ReturnType<typeof collectLineProblems>;
