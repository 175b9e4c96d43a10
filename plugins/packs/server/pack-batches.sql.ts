// Batches of packs: made or loaded by commands, opened, closed and recalled. Codes that somebody
// else has printed are loaded as a batch, or in place of one.
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import { packStateAfter, type PackChange, type PackState } from '../contract.ts';
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import {
  ms,
  transaction,
  type Connection,
  type Database,
  type Queryable,
} from '@inaam/server/database/database.ts';

export type NewBatch = {
  label: string;
  product: string;
  region: string;
  codes: number;
  /** Of the key with which its codes are made; null: it has none, or they are loaded. */
  key: number | null;
};

/** `changedAt`: wall time in ms. */
export type PackBatchRow = NewBatch & { batch: number } & Pick<
    AnswerOf<'readPacks'>['batches'][number],
    'state' | 'reason' | 'changedAt' | 'used'
  >;

const columns = `batch, label, product, region, codes, key, state, reason,
  ${ms('changed_at')} as "changedAt", used`;

/** @param lock `for update` */
export async function readPackBatch(
  database: Queryable,
  campaign: string,
  label: string,
  lock = '',
): Promise<PackBatchRow | undefined> {
  const { rows } = await database.query<PackBatchRow>(
    `select ${columns} from inaam.pack_batch where campaign = $1 and label = $2 ${lock}`,
    [campaign, label],
  );
  return rows[0];
}

/**
 * With the next number, as a draft: none of its codes is accepted yet.
 * @returns undefined if there is a batch with this label
 */
export function makePackBatch(
  database: Database,
  campaign: string,
  { audit, ...batch }: NewBatch & { audit: Audit },
): Promise<{ batch: number } | undefined> {
  return transaction(database, (connection) => insertBatch(connection, campaign, batch, audit));
}

async function insertBatch(
  connection: Connection,
  campaign: string,
  { label, product, region, codes, key }: NewBatch,
  audit: Audit,
): Promise<{ batch: number } | undefined> {
  // Of two commands at once the second waits, and takes the next number.
  await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 42))', [campaign]);
  const { rows } = await connection.query<{ batch: number }>(
    `insert into inaam.pack_batch
       (campaign, batch, label, product, region, codes, key, state, changed_at)
     select $1, coalesce(max(batch), 0) + 1, $2, $3, $4, $5, $6, 'draft', $7
     from inaam.pack_batch where campaign = $1
     on conflict (campaign, label) do nothing returning batch`,
    [campaign, label, product, region, codes, key, new Date(audit.operator.at)],
  );
  const [made] = rows;
  if (made) await recordAudit(connection, { ...audit, details: { ...audit.details, label } });
  return made;
}

type PackChanged =
  | { kind: 'changed'; batch: PackBatchRow }
  | { kind: 'unknown' }
  | { kind: 'refused'; state: PackState };

export function changePackBatch(
  database: Database,
  campaign: string,
  { label, change, audit }: { label: string; change: PackChange; audit: Audit },
): Promise<PackChanged> {
  return transaction(database, async (connection) => {
    const before = await readPackBatch(connection, campaign, label, 'for update');
    if (!before) return { kind: 'unknown' };
    const state = packStateAfter(before.state, change);
    if (state === undefined) return { kind: 'refused', state: before.state };
    const { reason, at } = audit.operator;
    await connection.query(
      `update inaam.pack_batch set state = $3, reason = $4, changed_at = $5
       where campaign = $1 and label = $2`,
      [campaign, label, state, reason, new Date(at)],
    );
    await recordAudit(connection, { ...audit, details: { ...audit.details, label } });
    return { kind: 'changed', batch: { ...before, state, reason, changedAt: at } };
  });
}

/** @returns those of them that were used, in hex */
export async function readUsedPacks(
  database: Queryable,
  campaign: string,
  packs: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await database.query<{ pack: string }>(
    `select encode(pack, 'hex') as pack from inaam.pack_use
     where campaign = $1 and pack = any ($2::bytea[])`,
    [campaign, packs],
  );
  return new Set(rows.map(({ pack }) => pack));
}

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
       changed_at = $5,
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
