// CSV (RFC 4180) that a spreadsheet opens as text: a cell that begins as a formula does would be
// calculated there (CWE-1236), and links carry what anybody writes into them.
export type CsvCell = string | number | null;

const formulaStart = /^[=+\-@\t\r\n|]/;

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(spell).join(',')}\r\n`;

function spell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
