import { csvLine, csvStart } from '@inaam/contract/console/csv.ts';

type Cell = string | number;
type Column = {
  readonly label: string;
  readonly isNumber?: boolean;
  /** Sentences: they take the remaining width, and wrap. */
  readonly isText?: boolean;
};
export type TableData = {
  readonly columns: readonly Column[];
  /** Raw numbers; only the display is formatted. */
  readonly rows: readonly (readonly Cell[])[];
};

export const csvOf = ({ columns, rows }: TableData): string =>
  csvStart + [columns.map(({ label }) => label), ...rows].map(csvLine).join('');

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once started, the download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
