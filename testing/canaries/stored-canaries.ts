// Looks for marked values in everything that PostgreSQL keeps: each row as text, as a dump writes
// it, and the bytes of its files.
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '@inaam/server/database/database.ts';
import { canaryIn, type Canaries } from './canary.ts';

const chunkBytes = 4 << 20;
/** A value on the border of two chunks is in the second one too. */
const overlapBytes = 256;

/** @returns where something was found */
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
  // One for all of the many small files.
  const buffer = Buffer.alloc(chunkBytes);
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const what = await canaryInFile(file, searched, buffer);
    if (what !== undefined) found.push(`${what} in the file ${path.relative(folder, file)}`);
  }
  return found;
}

/** Six digits are part of any time with microseconds. */
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
