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

/** Spreadsheets run text that starts like this as a formula; a quote prevents it. */
const formula = /^[=+\-@\t\r]/;

/** RFC 4180, with a byte order mark, without which Excel does not read UTF-8. */
export function csvOf({ columns, rows }: TableData): string {
  const lines = [columns.map(({ label }) => label), ...rows];
  return `\uFEFF${lines.map((line) => `${line.map(field).join(',')}\r\n`).join('')}`;
}

function field(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Once started, the download holds its own reference.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
