type Cell = string | number;
type Column = {
  readonly label: string;
  readonly isNumber?: boolean;
  /** Sentences: they take what room there is, and wrap. */
  readonly isText?: boolean;
};
export type TableData = {
  readonly columns: readonly Column[];
  /** Numbers as they are; what is shown is formatted. */
  readonly rows: readonly (readonly Cell[])[];
};

/** A spreadsheet runs a text that begins so as a formula: a quote makes it a text. */
const formula = /^[=+\-@\t\r]/;

/** RFC 4180, with a byte order mark: otherwise Excel reads no UTF-8. */
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
  // The download has its own reference once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
