// Reads CSV like spreadsheets, in pieces. Shared by the console's page, which shows a file's first
// lines, and the program that loads the file.

/** `line`: where the record begins, from 1. Only a quoted cell contains line breaks. */
type CsvRecord = { line: number; cells: string[] };

export type CsvReader = {
  /**
   * @param isLast whether this is the last piece
   * @returns the records that end in this piece; none after a record without an end
   */
  read: (piece: string, isLast: boolean) => CsvRecord[];
  /**
   * The first line of a record without an end, for example because a quotation mark is never
   * closed: the beginning of later records is then unknown.
   */
  endless: () => number | undefined;
};

/** A longer record counts as having no end. */
export const recordLengthMax = 8192;

export const endlessProblem = `is not CSV: a quotation mark is never closed, or the line is longer than ${recordLengthMax} characters. What follows was not read`;

/** Lines end with `\n`, `\r\n` or `\r`, in any mixture. Records without text are skipped. */
export function createCsvReader(separator: string): CsvReader {
  const cellsOf = splitter(separator);
  /** The beginning of an unfinished line or of a record with an open quoted cell. */
  let unfinished = '';
  let open: string | undefined;
  let [line, firstLine] = [1, 1];
  let endless: number | undefined;
  const recordOf = (text: string): CsvRecord | undefined => {
    const isOpen = open !== undefined;
    if (!isOpen) firstLine = line;
    line += 1;
    const whole = isOpen ? `${open}\n${text}` : text;
    if (whole.length > recordLengthMax) endless = firstLine;
    const cells = isOpen && !text.includes('"') ? undefined : cellsOf(whole);
    open = cells ? undefined : whole;
    return cells && { line: firstLine, cells };
  };
  return {
    read(piece, isLast) {
      const text = unfinished + piece;
      // A `\n` that completes the line end may follow in the next piece.
      const isHalf = !isLast && text.endsWith('\r');
      const lines = (isHalf ? text.slice(0, -1) : text).split(/\r\n?|\n/);
      unfinished = isLast ? '' : `${lines.pop() ?? ''}${isHalf ? '\r' : ''}`;
      const records: CsvRecord[] = [];
      for (const one of lines) {
        if (endless !== undefined) return records;
        const record = recordOf(one);
        if (record && endless === undefined && record.cells.some(hasText)) records.push(record);
      }
      if (unfinished.length > recordLengthMax) endless ??= open === undefined ? line : firstLine;
      if (isLast && open !== undefined) endless ??= firstLine;
      return records;
    },
    endless: () => endless,
  };
}

/** Some systems end a text with this character. */
const hasText = (cell: string) => cell !== '' && cell !== '\u001A';

/**
 * Splits a record into trimmed cells. A quotation mark within a cell is text, and so is anything
 * after a quoted part. The result is undefined if a quoted part is not closed.
 */
function splitter(separator: string): (text: string) => string[] | undefined {
  const opening = new RegExp(`(?:(?!${separator})\\s)*"`, 'y');
  const quoted = new RegExp(`${opening.source}((?:[^"]|"")*)"(?!")`, 'y');
  return (text) => {
    if (!text.includes('"')) return text.split(separator).map((cell) => cell.trim());
    const cells: string[] = [];
    for (let at = 0; ; at += 1) {
      opening.lastIndex = quoted.lastIndex = at;
      const [part = '', inner = ''] = quoted.exec(text) ?? [];
      if (part === '' && opening.test(text)) return undefined;
      at += part.length;
      const end = text.indexOf(separator, at);
      const rest = text.slice(at, end === -1 ? undefined : end);
      cells.push(`${inner.replaceAll('""', '"')}${rest}`.trim());
      if (end === -1) return cells;
      at = end;
    }
  };
}

// Writes CSV (RFC 4180) that a spreadsheet opens as text. It would calculate a cell that begins
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
