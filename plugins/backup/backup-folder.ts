// A backup is a folder with a dump, a description, and the description's HMAC. The names are fixed,
// and nothing of it is used before the HMAC is compared, whose key is in no backup.
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { constantTimeEqual, indexKeys } from '@inaam/server/platform/keys.ts';
import { RefusedError } from '@inaam/server/operator/command-context.ts';

export const dumpName = 'inaam.dump';
const descriptionName = 'backup.json';
const hmacName = 'backup.json.hmac';

const schema = z.object({
  format: z.literal(1),
  /** Of Inaam. */
  version: z.string(),
  campaign: z.string(),
  /** ISO */
  takenAt: z.string(),
  /** Major version of the `pg_dump` that wrote it. */
  pgDump: z.int(),
  /** The newest migration. */
  migration: z.string(),
  /** Where each campaign's ledger ends. */
  ledgers: z.array(z.object({ campaign: z.string(), entries: z.int(), head: z.string() })),
  bytes: z.int(),
  sha256: z.string(),
});

export type Description = z.infer<typeof schema>;
type Keyed = { campaign: string; secrets: { index: Uint8Array } };

const hmacOf = (text: string, { campaign, secrets }: Keyed) =>
  indexKeys(secrets.index, campaign).backupHmac(text).toString('hex');

export async function writeDescription(folder: string, description: Description, keyed: Keyed) {
  const text = `${JSON.stringify(description, null, 2)}\n`;
  await writeFile(path.join(folder, descriptionName), text, { mode: 0o600 });
  await writeFile(path.join(folder, hmacName), `${hmacOf(text, keyed)}\n`, { mode: 0o600 });
}

/**
 * @param folder of one backup
 * @throws RefusedError if this installation has not written it
 */
export async function readDescription(folder: string, keyed: Keyed): Promise<Description> {
  const read = (name: string) =>
    withPlainFile(path.join(folder, name), (file) => file.readFile('utf8'));
  const [text, hmac] = [await read(descriptionName), await read(hmacName)];
  if (!constantTimeEqual(hmac.trim(), hmacOf(text, keyed))) {
    throw new RefusedError(
      'This backup was changed after it was written, or is of another CAMPAIGN or INDEX_SECRET. Nothing of it was used.',
    );
  }
  return schema.parse(JSON.parse(text));
}

/**
 * A link could lead to any file of this machine, and a pipe never ends.
 * @throws RefusedError unless it is a plain file
 */
export async function withPlainFile<Result>(
  name: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(name, flags).catch(() => undefined);
  try {
    if (file && (await file.stat()).isFile()) return await work(file);
  } finally {
    await file?.close();
  }
  throw new RefusedError(`${name} is not a plain file that this user can read. Name one backup.`);
}

/** Leaves the file's position at its beginning. */
export async function measure(file: FileHandle): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of file.createReadStream({ start: 0, autoClose: false })) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
