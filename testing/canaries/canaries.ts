// Marked values, and the search for them in texts and in everything that PostgreSQL keeps: each row
// as text, as in a dump, and the bytes of its files. Each value carries a unique mark, so that one
// pass finds any of thousands.
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@inaam/server/database/database.ts';

const chunkBytes = 4 << 20;
/** A value on the border of two chunks is also in the second one. */
const overlapBytes = 256;

/** @returns the place of a finding */
export async function canariesInTables(database: Database, canaries: Canaries): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  const searched = withoutCodes(canaries);
  for (const { name } of tables) {
    const { rows } = await database.query<{ text: string | null }>(
      `select string_agg(row::text, E'\\n') as text from ${name} as row`,
    );
    const what = canaryIn(rows[0]?.text ?? '', searched);
    if (what !== undefined) found.push(`${what} in the table ${name}`);
  }
  return found;
}

/** @param folder the data directory, or a part of it; run a checkpoint before */
export async function canariesInFiles(folder: string, canaries: Canaries): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  const searched = withoutCodes(canaries);
  // One buffer for all of the many small files.
  const buffer = Buffer.alloc(chunkBytes);
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const what = await canaryInFile(file, searched, buffer);
    if (what !== undefined) found.push(`${what} in the file ${path.relative(folder, file)}`);
  }
  return found;
}

/** Any time with microseconds has six digits. */
function withoutCodes({ mobiles, secrets }: Canaries): Canaries {
  return { mobiles, secrets: new Set([...secrets].filter((secret) => secret.length > 6)) };
}

async function canaryInFile(
  file: string,
  canaries: Canaries,
  buffer: Buffer,
): Promise<string | undefined> {
  await using handle = await open(file);
  for (let at = 0; ; at += chunkBytes - overlapBytes) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at);
    const what = canaryIn(buffer.toString('latin1', 0, bytesRead), canaries, true);
    if (what !== undefined || bytesRead < chunkBytes) return what;
  }
}

export type Canaries = {
  mobiles: Set<string>;
  /** Codes, access tokens and data keys, which have no mark of ours. */
  secrets: Set<string>;
};

const marks = {
  name: 'Quillfeather',
  email: 'zebedee-canary',
  voucher: 'CANARYV',
} as const;

/** In clear, in hex and in the three base64 alignments. */
const spellings = Object.values(marks).flatMap((mark) => {
  const bytes = Buffer.from(mark);
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      // Characters that also encode the mark's neighbours.
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [mark, bytes.toString('hex'), ...shifted];
});
const marked = new RegExp(
  spellings.map((spelling) => spelling.replaceAll('+', '\\+')).join('|'),
  'i',
);

export const canaryName = (at: number): string =>
  `Zebedee ${marks.name} ${Array.from(String(at), (digit) => 'abcdefghij'[Number(digit)]).join('')}`;
export const canaryEmail = (at: number): string => `${marks.email}${at}@mail.example`;
export const canaryVoucher = (amount: number, at: number): string =>
  `${marks.voucher}-${amount}-${at}`;

export function newCanaries(): Canaries {
  return { mobiles: new Set(), secrets: new Set() };
}

/**
 * @param isFile the bytes of a file, where any character may adjoin a value
 * @returns a report that quotes no value; undefined if nothing was found
 */
export function canaryIn(
  text: string,
  { mobiles, secrets }: Canaries,
  isFile = false,
): string | undefined {
  if (marked.test(text)) return 'a name, an email or a voucher code';
  // In the hex of a dump, ten digits are not a mobile number.
  const mobile = isFile ? /(?<!\d)[5-9]\d{9}(?!\d)/g : /(?<![\da-f])[5-9]\d{9}(?![\da-f])/gi;
  for (const [number] of text.matchAll(mobile)) {
    if (mobiles.has(number)) return 'a mobile';
  }
  for (const [word] of text.matchAll(/(?<![\w-])(?:\d{6}|[\w-]{43})(?![\w-])/g)) {
    if (secrets.has(word)) return 'a code, a token or a data key';
  }
  return undefined;
}
