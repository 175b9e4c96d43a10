// CSV as spreadsheets read it, piece by piece. The console's page shows the first lines of a file
// with it, and the program that loads the file reads it with the same.

/** `line`: where the record begins, from 1. Only a quoted cell contains line breaks. */
type CsvRecord = { line: number; cells: string[] };

export type CsvReader = {
  /**
   * @param isLast nothing follows
   * @returns the records that end in this piece; none after one that does not end
   */
  read: (piece: string, isLast: boolean) => CsvRecord[];
  /**
   * The first line of a record that has lost its end, for example through a quotation mark that is
   * never closed: nobody knows where the following ones begin.
   */
  endless: () => number | undefined;
};

/** A longer record has lost its end. */
export const recordLengthMax = 8192;

export const endlessProblem = `is not CSV: a quotation mark is never closed, or the line is longer than ${recordLengthMax} characters. What follows was not read`;

/** Lines end with `\n`, `\r\n` or `\r`, in any mixture. Records without text are left out. */
export function createCsvReader(separator: string): CsvReader {
  const cellsOf = splitter(separator);
  /** A line whose end has not come, and a record whose quoted cell is not closed. */
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
      // The second half of its end may be the first letter of the next piece.
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
 * Splits a record into its cells, trimmed. A quotation mark within a cell is text, and so is what
 * follows a quoted part. The result is undefined if a quoted part is not closed.
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
