// A file of codes that somebody else has printed. No problem contains a code.
import type { Readable } from 'node:stream';
import { columnKey, isUsualName, type Separator } from '@inaam/contract/console/csv-file.ts';
import { isPackCode, packCodeIn } from '../pack-code.ts';
import { printable } from '@inaam/server/platform/format.ts';
import { noColumn, readCsvFile, type CsvHead } from '@inaam/server/platform/csv-file.ts';
import {
  collectLineProblems,
  type LineProblem,
  type LineProblems,
} from '@inaam/server/platform/line-problems.ts';

/** `written`: as in the file. */
export type PackLine = { line: number; written: string; code: string };

/**
 * A file of one column needs no names.
 * @param codeColumn its name, if not the usual one
 */
export const readPackFile = (
  source: Readable,
  { separator, codeColumn }: { separator?: Separator | undefined; codeColumn?: string | undefined },
): AsyncIterable<PackLine | LineProblem> =>
  readCsvFile(source, separator, (head) => {
    const found = codeColumnOf(head, codeColumn);
    if ('problem' in found) return found;
    return { rowOf: (cells) => rowOf(cells, head, found.at), isRow: found.isRow };
  });

/** Letters and digits, with blanks and hyphens between them. */
const plain = /^[\p{Nd}A-Za-z\p{Pd}\p{Zs}]*$/u;
const rounded = /^\d(?:\.\d+)?E\+\d+$/i;

function codeColumnOf(
  head: CsvHead,
  asked = 'code',
): { problem: string } | { at: number; isRow: boolean } {
  const { names, keys, problem } = head;
  const at = keys.indexOf(columnKey(asked));
  if (at >= 0) return { at, isRow: false };
  const [only = '', ...others] = names.filter((name) => name !== '');
  const isCode = problem === undefined || plain.test(only) || rounded.test(only);
  if (asked === 'code' && others.length === 0 && isCode) {
    return { at: names.indexOf(only), isRow: !isUsualName(only) };
  }
  return { problem: noColumn(head, asked, '--code-column') };
}

function rowOf(
  cells: readonly string[],
  { names }: CsvHead,
  at: number,
): Omit<PackLine, 'line'> | { kind: string } {
  const written = printable(cells[at] ?? '');
  if (written === '') return { kind: 'has no code' };
  if (cells.slice(names.length).some((cell) => cell !== '')) {
    return { kind: 'has other columns than the first line' };
  }
  if (rounded.test(written)) {
    return { kind: 'is a number that a spreadsheet has rounded: load the file as it was made' };
  }
  const code = packCodeIn(written, 'loaded');
  if (!plain.test(written) || !isPackCode(code, 'loaded')) {
    return { kind: 'is not 6 to 32 letters and digits' };
  }
  return { written, code };
}

const guessesPerCode = 1_000_000_000;

/**
 * Compares lines by how many letters and digits stand between blanks and hyphens: a title, a sum or
 * a serial number makes another form than that of the codes.
 */
export function createFormCheck(linesOfKindMax: number) {
  const forms = collectLineProblems(linesOfKindMax);
  const places: Set<string>[] = [];
  let [serial, serials] = [0, 0];
  return {
    add({ line, written, code }: PackLine): void {
      code.split('').forEach((character, at) => (places[at] ??= new Set()).add(character));
      const groups = written.match(/[\p{Nd}A-Za-z]+/gu) ?? [];
      forms.add({ line, kind: groups.map(({ length }) => length).join('-') });
      const first = groups.length > 1 ? Number(groups[0]) : Number.NaN;
      if (first === serial + 1) serials += 1;
      serial = first;
    },
    addTo(problems: LineProblems): void {
      const [most, ...others] = forms.kinds().toSorted((one, other) => other.count - one.count);
      const count = forms.count();
      if (!most) return;
      if (serials > count / 2) problems.add({ line: most.lines[0]?.line ?? 1, kind: serialKind });
      const form = `${most.lines[0]?.kind ?? ''} letters and digits`;
      const kind = `is not of the form of most lines, ${form}. Load codes of another form as a batch of their own`;
      const lines = others.flatMap((other) => other.lines.map(({ line }) => ({ line, kind })));
      problems.addCounted(count - most.count, lines);
    },
    /** Of guesses in this form, with what is alike in all codes: more than one in 10⁹ hits one. */
    isGuessable(): boolean {
      const open = places.filter(({ size }) => size > 1);
      const possible = new Set(open.flatMap((place) => [...place])).size ** open.length;
      return forms.count() * guessesPerCode > possible;
    },
  };
}

const serialKind =
  'has a serial number in front of its code, as the next lines have. Put each in a separate column, and add a line of names at the top';
