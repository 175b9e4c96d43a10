import { rupees } from '../platform/format.ts';

export type Cell = string | number;

/** Columns under their names; text is aligned to the left, figures to the right. */
export function table(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isText = names.map((_, at) => at === 0 || rows.some((row) => isWord(row[at])));
  const lines = [names, ...rows].map((row) => row.map(spelled));
  const widths = names.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((text, at) =>
          isText[at] ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}

const spelled = (cell: Cell) => (typeof cell === 'number' ? rupees(cell) : cell);
const isWord = (cell: Cell | undefined) =>
  typeof cell === 'string' && cell !== '' && !/^[-\d,.%]+$/.test(cell);
