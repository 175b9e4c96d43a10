import { InaamError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { planOf } from '../campaign-commitment.ts';
import { drawSecretOf, type DrawParts } from '../commitment.rules.ts';
import { assertCommitted, readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { BoundDraws, type ReadHead } from './bound-draws.ts';
import { LedgerBroken } from './ledger-check.ts';
import { readDecided, writeChecked } from './checked-ledger.sql.ts';
import { DrawUnavailable, type BoundDraw, type ReadCards } from '../read-cards.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { factsOfError } from '../../platform/log-line.ts';
import { open, type FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { parseJson } from '../../platform/format.ts';

export type DrawOptions = {
  database: Database;
  campaign: Parameters<typeof planOf>[0];
  parts: DrawParts;
  /** Undefined: the head is forgotten when this process ends. */
  headFile: string | undefined;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export type OpenDraw = { draws: BoundDraws; close: () => Promise<void> };

const none: HeadFile = {
  earlier: undefined,
  remember: async () => undefined,
  close: async () => undefined,
};

/**
 * Reads the whole ledger before it returns, then follows it.
 * @throws NotCommitted, CommitmentDiffers, HeadFileError; LedgerBroken for a lost ledger
 */
export async function openDraw(options: DrawOptions): Promise<OpenDraw> {
  const { database, campaign, parts, log } = options;
  const commitment = await assertCommitted(database, planOf(campaign, { drawParts: parts }));
  const secret = drawSecretOf(parts);
  const { headFile } = options;
  const head = headFile === undefined ? none : await openHeadFile(headFile, commitment.hash);
  try {
    const { earlier, remember } = head;
    if (!earlier && headFile !== undefined) {
      log.warn({}, 'DRAW_HEAD_FILE is new: what an earlier process has read is not known.');
    }
    const { id } = campaign;
    const decided = () => readDecided(database, id);
    const draws = new BoundDraws({ database, commitment, secret, earlier, remember, decided });
    const read = readAndRecord(draws, database, id);
    await read().catch((error: unknown) => {
      // What was bound before a wrong entry is answered, and the follower raises the alarm.
      if (draws.isLost || !(error instanceof LedgerBroken)) throw error;
    });
    const follower = followLedger(draws, read, log);
    return {
      draws,
      close: async () => {
        await follower.stop();
        await head.close();
      },
    };
  } catch (error) {
    await head.close();
    throw error;
  }
}

/** Computes the cards in this process, which therefore has the secret. For tests and `simulate`. */
export function localCards(database: Database, campaign: string, secret: Uint8Array): ReadCards {
  let draws: BoundDraws | undefined;
  const read = async (of: 'cardsOf' | 'askedOf', bound: readonly BoundDraw[]) => {
    if (!draws) {
      const commitment = await readCommitment(database, campaign);
      if (!commitment) throw new DrawUnavailable('The campaign has not committed to a draw.');
      draws = new BoundDraws({ database, commitment, secret });
    }
    try {
      return (await draws[of](bound)) ?? new Map<number, number>();
    } catch (error) {
      if (!(error instanceof LedgerBroken)) throw error;
      throw new DrawUnavailable(error.message, { cause: error });
    }
  };
  return Object.assign((bound: readonly BoundDraw[]) => read('cardsOf', bound), {
    asked: (bound: readonly BoundDraw[]) => read('askedOf', bound),
  });
}

/** Shorter than the time from the code to PLAY, so that the card is usually ready for PLAY. */
const everyMs = 500;

type Follower = { stop: () => Promise<void> };

/** Reads new ledger entries, and says in the database how far they are right. */
function readAndRecord(draws: BoundDraws, database: Database, campaign: string) {
  let recorded = '';
  const record = async () => {
    const state = JSON.stringify([draws.entries, draws.broken?.entry, draws.setAside.length]);
    if (state !== recorded) await writeChecked(database, campaign, draws);
    recorded = state;
  };
  return async () => {
    try {
      await draws.readNewEntries();
    } finally {
      await record();
    }
  };
}

/** Follows the ledger until it is stopped or the ledger is found to have been replaced. */
function followLedger(
  draws: Pick<BoundDraws, 'isLost'>,
  read: () => Promise<void>,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  const follow = async () => {
    let failure: unknown;
    while (!signal.aborted) {
      try {
        await read();
        if (failure !== undefined) log.info({}, 'The ledger can be read again.');
        failure = undefined;
      } catch (error) {
        if (!(error instanceof LedgerBroken)) {
          if (failure === undefined)
            log.warn(factsOfError(error), 'The ledger cannot be read; trying again.');
        } else if (error !== failure) {
          log.error({ alarm: true, entry: error.entry }, error.message);
        }
        if (draws.isLost) return;
        failure = error;
      }
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const following = follow();
  return {
    stop: () => {
      stopping.abort();
      return following;
    },
  };
}

// Stores the ledger head that `draw` has read, out of the database administrator's reach. After a
// restart the ledger must still contain it.

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
      'The file of DRAW_HEAD_FILE is damaged. Restore it, or follow "The draw refuses the ledger" in docs/run/draw-and-keys.md.',
    );
  }
  if (content.data.commitment !== commitment) {
    throw new HeadFileError(
      'The file of DRAW_HEAD_FILE was written for another commitment than the one in the database. Give each campaign its own file; if this is the right one, the commitment was exchanged: do not start.',
    );
  }
  return { entries: content.data.entries, hash: content.data.hash };
}
