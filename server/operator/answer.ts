// An answer of a call as text: facts one below the other, lists as tables.
import { printable, indianTime, rupees, wordsOf } from '../platform/format.ts';

type Entry = readonly [name: string, value: unknown];

/** Of what is written by others nothing is left that a terminal would obey. */
export function answerText(answer: object): string {
  const { message, ...facts }: { message?: unknown } = { ...answer };
  const lines = Object.entries(facts).flatMap(linesOf);
  if (typeof message === 'string') return printable(message);
  const text = lines.join('\n');
  return indian.test(text) ? `${text}\nTimes are in IST.` : text;
}

function linesOf([name, value]: Entry): string[] {
  if (Array.isArray(value) && value.some(isRecord)) {
    return ['', `${wordsOf(name)}:`, tableOf(value.filter(isRecord))];
  }
  if (isRecord(value)) {
    const inside = Object.entries(value).flatMap(linesOf);
    return [`${wordsOf(name)}:`, ...inside.map((line) => (line === '' ? '' : `  ${line}`))];
  }
  return [`${wordsOf(name)}: ${spelled(value)}`];
}

function tableOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const flat = rows.map((row) => new Map(Object.entries(row).flatMap(columnsOf)));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  return table(
    names.map(wordsOf),
    // One that is typed into another command has no commas.
    flat.map((row) => names.map((name) => (name === 'number' ? String : cellOf)(row.get(name)))),
  );
}

const columnsOf = ([name, value]: Entry): Entry[] =>
  isRecord(value)
    ? Object.entries(value).map(([inner, of]) => [`${name} ${inner}`, of] as const)
    : [[name, value]];

/** No count is as large as a time in ms. */
const firstTime = 1_000_000_000_000;
/** As `--json` has it. */
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
/** As people read it. */
const indian = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/;

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value < firstTime ? value : indianTime(value);
  if (typeof value === 'string' && iso.test(value)) return indianTime(Date.parse(value));
  if (Array.isArray(value)) return value.length === 0 ? '-' : joined(value.map(spelled));
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

const joined = (texts: readonly string[]) =>
  texts.join(texts.every((text) => /[.?]$/.test(text)) ? ' ' : ', ');

const spelled = (value: unknown) => {
  const cell = cellOf(value);
  return typeof cell === 'number' ? rupees(cell) : cell;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Cell = string | number;

/** Columns under their names; text is aligned to the left, figures to the right. */
export function table(names: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const isText = names.map((_, at) => at === 0 || rows.some((row) => isWord(row[at])));
  const lines = [names, ...rows].map((row) => row.map(shown));
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

const shown = (cell: Cell) => (typeof cell === 'number' ? rupees(cell) : cell);
const isWord = (cell: Cell | undefined) =>
  typeof cell === 'string' && cell !== '' && !/^[-\d,.%]+$/.test(cell);
