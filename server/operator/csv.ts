// CSV (RFC 4180) that a spreadsheet opens as text. A spreadsheet would calculate a cell that begins
// like a formula (CWE-1236), and anyone can write anything into a link.
export type CsvCell = string | number | null;

const formulaStart = /^[=+\-@\t\r\n|]/;

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(spell).join(',')}\r\n`;

function spell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
