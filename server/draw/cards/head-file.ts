// Stores the ledger head that `draw` has read, out of the database administrator's reach. After a
// restart the ledger must still contain it.
import { open, type FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { InaamError } from '../../platform/errors.ts';
import type { ReadHead } from './bound-draws.ts';

export class HeadFileError extends InaamError {
  override name = 'HeadFileError';
}

export type HeadFile = {
  earlier: ReadHead | undefined;
  remember: (head: ReadHead) => Promise<void>;
  close: () => Promise<void>;
};

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const contentSchema = z.strictObject({ commitment: hash, entries: z.int().min(0), hash });

/** One disk block, so that a write is atomic. */
const fileBytes = 512;

/**
 * Creates the file if it does not exist.
 * @param commitment hex; a file written under another commitment is refused
 * @throws HeadFileError
 */
export async function openHeadFile(file: string, commitment: string): Promise<HeadFile> {
  const handle = await openOrCreate(file);
  try {
    const earlier = await readEarlier(handle, commitment);
    const remember = async ({ entries, hash: last }: ReadHead) => {
      const text = JSON.stringify({ commitment, entries, hash: last });
      await handle.write(`${text.padEnd(fileBytes - 1)}\n`, 0);
    };
    // Write at the first start, so that a commitment exchanged later is noticed.
    if (!earlier) await remember({ entries: 0, hash: commitment });
    return { earlier, remember, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** `s`: a write returns once it is on disk. */
async function openOrCreate(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'rs+', 0o600).catch(async (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      await (await open(file, 'ax', 0o600)).close();
      return open(file, 'rs+');
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    throw new HeadFileError(
      `The file of DRAW_HEAD_FILE cannot be read and written (${code}). Name a file in a folder that exists and that only this program may write.`,
    );
  }
}

async function readEarlier(handle: FileHandle, commitment: string): Promise<ReadHead | undefined> {
  const text = await handle.readFile('utf8');
  if (text === '') return undefined;
  const content = contentSchema.safeParse(parseJson(text));
  if (!content.success) {
    throw new HeadFileError(
      'The file of DRAW_HEAD_FILE is damaged. Restore it, or follow "The draw refuses the ledger" in docs/runbook.md.',
    );
  }
  if (content.data.commitment !== commitment) {
    throw new HeadFileError(
      'The file of DRAW_HEAD_FILE was written for another commitment than the one in the database. Give each campaign its own file; if this is the right one, the commitment was exchanged: do not start.',
    );
  }
  return { entries: content.data.entries, hash: content.data.hash };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
