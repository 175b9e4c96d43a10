// Codes that somebody else has printed: loaded as a batch, or in place of one.
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { transaction, type Connection, type Database } from '../database/database.ts';
import {
  insertBatch,
  readPackBatch,
  type NewBatch,
  type PackBatchRow,
} from './pack-batches.sql.ts';

/** `line` of the file. */
export type LoadedCode = { line: number; pack: Buffer };

export type LoadedCodes = {
  /** @returns lines whose code is there already, in this file or in another batch */
  add(codes: readonly LoadedCode[]): Promise<number[]>;
};

/** Undoes the load. */
class NotLoaded extends Error {
  override name = 'NotLoaded';
}

type PackLoad = Omit<NewBatch, 'codes' | 'key'> & {
  audit: Audit;
  /** In place of a batch with this label of which no code was used. */
  isReplaced: boolean;
  /** Everything is checked, and nothing stored. */
  isDryRun: boolean;
};

/**
 * All codes of a file, or none: `read` adds them in pieces, within one transaction.
 * @returns the batch that has this label already; undefined otherwise
 */
export async function loadPackBatch(
  database: Database,
  campaign: string,
  { audit, isReplaced, isDryRun, ...given }: PackLoad,
  read: (loading: LoadedCodes) => Promise<{ codes: number; isGuessable: boolean } | undefined>,
): Promise<PackBatchRow | undefined> {
  try {
    return await transaction(database, async (connection) => {
      const batch = { ...given, codes: 0, key: null };
      const made =
        (await insertBatch(connection, campaign, batch, audit)) ??
        (isReplaced ? await replaceBatch(connection, campaign, batch, audit) : undefined);
      if (!made) return readPackBatch(connection, campaign, given.label);
      const loaded = await read({
        add: (codes) => insertCodes(connection, campaign, made.batch, codes),
      });
      if (!loaded || isDryRun) throw new NotLoaded();
      await connection.query(
        `update inaam.pack_batch set codes = $3, is_guessable = $4 where campaign = $1 and batch = $2`,
        [campaign, made.batch, loaded.codes, loaded.isGuessable],
      );
      return undefined;
    });
  } catch (error) {
    if (error instanceof NotLoaded) return undefined;
    throw error;
  }
}

/**
 * It gets another number, so that nobody who has registered with one of its codes goes on.
 * @returns undefined if one of its codes was used
 */
async function replaceBatch(
  connection: Connection,
  campaign: string,
  { label, product, region }: NewBatch,
  audit: Audit,
): Promise<{ batch: number } | undefined> {
  const old = `campaign = $1 and label = $2 and used = 0 and key is null`;
  await connection.query(
    `delete from inaam.pack_code where campaign = $1 and batch =
       (select batch from inaam.pack_batch where ${old} for update)`,
    [campaign, label],
  );
  const { rows } = await connection.query<{ batch: number }>(
    `update inaam.pack_batch set product = $3, region = $4, codes = 0, state = 'draft', reason = null,
       changed_at = $5, used_tries = 0,
       batch = (select max(batch) + 1 from inaam.pack_batch where campaign = $1)
     where ${old} returning batch`,
    [campaign, label, product, region, new Date(audit.operator.at)],
  );
  const details = { ...audit.details, label, replaced: true };
  if (rows[0]) await recordAudit(connection, { ...audit, details });
  return rows[0];
}

async function insertCodes(
  connection: Connection,
  campaign: string,
  batch: number,
  codes: readonly LoadedCode[],
): Promise<number[]> {
  const { rows } = await connection.query<{ pack: string }>(
    `insert into inaam.pack_code (campaign, pack, batch)
     select $1, pack, $3 from unnest($2::bytea[]) as pack
     on conflict do nothing returning encode(pack, 'hex') as pack`,
    [campaign, codes.map(({ pack }) => pack), batch],
  );
  const stored = new Set(rows.map(({ pack }) => pack));
  // Of a code that is twice in this piece, the first line is stored.
  return codes.flatMap(({ line, pack }) => (stored.delete(pack.toString('hex')) ? [] : [line]));
}
