// CSV (RFC 4180) that a spreadsheet opens as text. A spreadsheet would calculate a cell that begins
// like a formula (CWE-1236), a terminal obeys control characters, and anyone can write anything
// into a link.
type CsvCell = string | number | null;

/** A byte order mark: without it Excel takes UTF-8 for another encoding. */
export const csvStart = '\uFEFF';

/**
 * Also in full width, which some spreadsheets take for the same, and after what others take for the
 * end of a cell, depending on the country.
 */
const formulaStart = /^(?=[=+\-@\t\r\n|＝＋－＠])|(?<=[;\t\r\n])(?=[=+\-@|＝＋－＠])/g;
/** Would be obeyed by a terminal. */
const control = /(?![\t\r\n])[\p{Cc}\u061C\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(spell).join(',')}\r\n`;

function spell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replaceAll(control, '').replaceAll(formulaStart, "'");
  return /[",;\r\n\t]/.test(text) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
