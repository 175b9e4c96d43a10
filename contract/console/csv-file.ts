// Detects encoding and separator of a CSV file from its first bytes. Shared by the console's page
// and the programs that read the file, so that they never differ.
import { textOfUtf8 } from '../base64.ts';
import { recordLengthMax } from './csv.ts';

/** This many bytes are enough to recognize a file. */
export const headBytes = 64 * 1024;

/** Between the columns. By name, because a header cannot contain a tab. */
export const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

export type Separator = keyof typeof separators;
/** As `TextDecoder` names them. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Sentences begin in lower case and have no full stop, because they can follow a line number. */
type Problem = { problem: string };

const saveAsCsv =
  'Open it in the spreadsheet, choose “Save as” and “CSV UTF-8”, and load the file that this makes';
const unpack = 'Unpack it, and load the CSV file that is in it';
const askIssuer = 'Ask the issuer for a CSV file';

type OtherFile = readonly [begin: string | RegExp, what: string, remedy: string];

/** Each letter stands for a byte. */
const otherFiles: readonly OtherFile[] = [
  [/^PK.*opendocument\.spreadsheet/s, 'an OpenDocument spreadsheet (ods)', saveAsCsv],
  [/^PK.*(?:xl\/|\[Content_Types\])/s, 'an Excel workbook (xlsx)', saveAsCsv],
  ['PK\x03\x04', 'a ZIP archive', unpack],
  ['PK\x05\x06', 'a ZIP archive', unpack],
  ['\xD0\xCF\x11\xE0', 'an Excel workbook (xls)', saveAsCsv],
  ['\x1F\x8B', 'compressed (gzip)', unpack],
  ['BZh91AY', 'compressed (bzip2)', unpack],
  ['\xFD7zXZ', 'compressed (xz)', unpack],
  ['\x28\xB5\x2F\xFD', 'compressed (zstd)', unpack],
  ['7z\xBC\xAF', 'compressed (7z)', unpack],
  ['Rar!\x1A', 'compressed (rar)', unpack],
  ['%PDF', 'a PDF', askIssuer],
  ['\x89PNG', 'a picture', askIssuer],
  ['\xFF\xD8\xFF', 'a picture', askIssuer],
  ['-----BEGIN PGP', 'encrypted (PGP)', 'Decrypt it, and load the CSV file that is in it'],
  [/^(?:\xEF\xBB\xBF)?\s*<[!?a-z]/i, 'a web page or XML', saveAsCsv],
  [/^(?:\xEF\xBB\xBF)?\s*(?:\{\s*["}]|\[\s*[[{"\]])/, 'JSON', askIssuer],
  ['\xFF\xFE\0\0', 'UTF-32 text', saveAsCsv],
  ['\0\0\xFE\xFF', 'UTF-32 text', saveAsCsv],
];

/** The encoding only; `separatorOf` finds the separator. */
export function encodingOf(head: Uint8Array): { encoding: Encoding } | Problem {
  const first = head.subarray(0, 4096);
  const letters = String.fromCharCode(...first);
  const other = otherFiles.find(([begin]) =>
    typeof begin === 'string' ? letters.startsWith(begin) : begin.test(letters),
  );
  if (other) return noCsv(other[1], other[2]);
  if (letters.startsWith('\xFF\xFE')) return { encoding: 'utf-16le' };
  if (letters.startsWith('\xFE\xFF')) return { encoding: 'utf-16be' };
  const zerosAt = (half: number) =>
    first.filter((byte, at) => byte === 0 && at % 2 === half).length / first.length;
  const [more = 0, fewer = 0] = [zerosAt(0), zerosAt(1)].toSorted((a, b) => b - a);
  if (more > 0.25 && fewer < 0.05) {
    return noCsv('UTF-16 text without a byte order mark', saveAsCsv);
  }
  if (more > 0.1 || first.subarray(0, firstLine(letters).length).some(isControl)) {
    return noCsv('no text', saveAsCsv);
  }
  // Only whole lines, so that no letter is cut.
  const whole = first.subarray(0, Math.max(letters.search(/[\r\n][^\r\n]*$/), 0) || undefined);
  return { encoding: textOfUtf8(whole) === undefined ? 'windows-1252' : 'utf-8' };
}

const noCsv = (what: string, remedy: string): Problem => ({
  problem: `the file is ${what}, not a CSV file. ${remedy}`,
});

/** Tab, line breaks, and the end of a text in some systems. */
const textControls = new Set([9, 10, 11, 12, 13, 26]);
const isControl = (byte: number) => byte < 32 && !textControls.has(byte);

const firstLine = (text: string) => /^[^\r\n]*/.exec(text)?.[0] ?? '';

/** Excel reads and writes such a line before the column names. */
const separatorLine = /^\uFEFF?"?sep=(.)"?[,;\t]*$/i;

const marks = new Map([
  ['|', 'vertical bars (|)'],
  [' ', 'blanks'],
]);
const nameOf = (mark: string) => marks.get(mark) ?? `“${mark}”`;

/**
 * @param text the beginning of the file
 * @returns the separator named by a first line such as `sep=;`, or the most frequent one in the
 *   first line, if possible one that is as frequent in the second
 */
export function separatorOf(
  text: string,
): { separator: Separator; isInFirstLine: boolean } | Problem {
  const named = separatorLine.exec(firstLine(text))?.[1];
  const found = named ?? mostFrequent(text);
  const separator = (['comma', 'semicolon', 'tab'] as const).find(
    (one) => separators[one] === found,
  );
  if (separator) return { separator, isInFirstLine: named !== undefined };
  return { problem: `the columns are separated by ${nameOf(found)}. ${saveAsCsv}` };
}

/** An unusual mark must be the only separator, and as frequent in the line after the first. */
function mostFrequent(text: string): string {
  const [first = '', second = ''] = text
    .slice(0, 2 * recordLengthMax)
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replaceAll(/"[^"]*"/g, '""')
        .replaceAll(/ +/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const count = (mark: string, line = first) => line.split(mark).length - 1;
  const worth = (mark: string) => count(mark) * (count(mark) === count(mark, second) ? 1000 : 1);
  const usual = Object.values(separators).reduce((a, b) => (worth(b) > worth(a) ? b : a));
  if (count(usual) > 0) return usual;
  const unusual = [...new Set(first.match(/[^\p{L}\p{M}\p{N}"._-]/gu))].filter(
    (mark) => count(mark) === count(mark, second),
  );
  // Other separators may have spaces around them.
  return unusual.find((mark) => mark !== ' ') ?? unusual[0] ?? usual;
}

/** Compares columns without regard to case, white space and invisible characters. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{C}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 100);

/** Whether the first line holds codes: it has a number or a date, and no usual column name. */
export const isWithoutNames = (columns: readonly string[]): boolean =>
  columns.some((name) => /^\d+(?:\.\d+)?$|^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(name)) &&
  !columns.some((name) => usualName.test(name));

export const addNames = 'Add a line of names at the top, such as code';

export function twiceProblem(columns: readonly string[]): string | undefined {
  const keys = columns.map(columnKey);
  const twice = columns.find((_, at) => keys[at] !== '' && keys.indexOf(keys[at] ?? '') !== at);
  return twice === undefined
    ? undefined
    : `two columns have the name ${shownName(twice)}. Rename one of them`;
}

/** The first line may hold codes by mistake, so none of them is quoted. */
export const shownNames = (columns: readonly string[]): string =>
  columns
    .filter((name) => name !== '')
    .slice(0, 20)
    .map(shownName)
    .join(', ');

const shownName = (name: string) => {
  const text = name.replaceAll(/\p{C}/gu, '').slice(0, 40);
  return mayBeCodes.test(text) && !usualName.test(text) ? '“•••”' : `“${text}”`;
};

/** Some codes have blanks. */
const mayBeCodes = /^[A-Za-z0-9-]{4,24}$|^(?=.*\d)[A-Za-z0-9 -]{4,40}$/;

/** @public For plugins. */
export const isUsualName = (name: string): boolean => usualName.test(name);

const usualName =
  /^(?:(?:codes?|packs?|scratch|unique|promo|qr|voucher|coupon|pin|serial|sr|no|number|id|name|amount|amt|value|denomination|rupees?|rs|inr|price|mrp|expir(?:y|es|ed|ation)|valid(?:ity)?|from|until|till|to|on|date|day|issued?|batch|sku|brand|status|type|currency|product|gift|card|notes?|remarks?|url|link|reference|ref|order|client|customer|campaign)[ _.-]*)+\d?$/i;

/** @public Whether a cell may be a code, in any column; such cells are not shown. */
export const mayBeCode = (cell: string): boolean =>
  /^(?=.*\d)[A-Za-z0-9-]{6,}$/.test(cell) && !/^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(cell);
