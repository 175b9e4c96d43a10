// Batches of packs: made or loaded by commands, opened, closed and recalled.
import { packStateAfter, type PackChange, type PackState } from '@inaam/contract/console/packs.ts';
import { recordAudit, type Audit } from '../database/audit-log.ts';
import { ms, transaction, type Connection, type Database } from '../database/database.ts';
import { onlyRow } from '../database/read-only.ts';
import type { PackRefusals } from './packs.rules.ts';

export type NewBatch = {
  label: string;
  product: string;
  region: string;
  codes: number;
  /** Of the key with which its codes are made; null: it has none, or they are loaded. */
  key: number | null;
};

export type PackBatchRow = NewBatch & {
  batch: number;
  state: PackState;
  reason: string | null;
  /** Wall time in ms. */
  changedAt: number;
  used: number;
  usedTries: number;
};

const columns = `batch, label, product, region, codes, key, state, reason,
  ${ms('changed_at')} as "changedAt", used, used_tries as "usedTries"`;

/** Newest first. */
export async function listPackBatches(
  database: Pick<Connection, 'query'>,
  campaign: string,
  max: number,
): Promise<PackBatchRow[]> {
  const { rows } = await database.query<PackBatchRow>(
    `select ${columns} from inaam.pack_batch where campaign = $1 order by batch desc limit $2`,
    [campaign, max],
  );
  return rows;
}

type Batches = Record<'batches' | 'open' | 'left' | 'guessable', number>;

/** `left`: codes of open batches that nobody has used; `guessable`: batches not recalled. */
export async function countPackBatches(
  database: Pick<Connection, 'query'>,
  campaign: string,
): Promise<Batches> {
  const found = await database.query<Batches>(
    `select count(*)::integer as batches, count(*) filter (where state = 'open')::integer as open,
       coalesce(sum(codes - used) filter (where state = 'open'), 0)::float8 as left,
       count(*) filter (where is_guessable and state <> 'recalled')::integer as guessable
     from inaam.pack_batch where campaign = $1`,
    [campaign],
  );
  return onlyRow(found);
}

export async function readPackBatch(
  database: Pick<Connection, 'query'>,
  campaign: string,
  label: string,
): Promise<PackBatchRow | undefined> {
  const { rows } = await database.query<PackBatchRow>(
    `select ${columns} from inaam.pack_batch where campaign = $1 and label = $2`,
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

export async function insertBatch(
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

export type PackChanged =
  | { kind: 'changed'; batch: PackBatchRow }
  | { kind: 'unknown' }
  /** Its state does not allow it. */
  | { kind: 'refused'; state: PackState };

export function changePackBatch(
  database: Database,
  campaign: string,
  { label, change, audit }: { label: string; change: PackChange; audit: Audit },
): Promise<PackChanged> {
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<PackBatchRow>(
      `select ${columns} from inaam.pack_batch where campaign = $1 and label = $2 for update`,
      [campaign, label],
    );
    const [before] = rows;
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

/** Of a batch: people whose first link was of one of its packs, and tries on used codes. */
export type PackFigures = {
  label: string;
  visits: number;
  asked: number;
  verified: number;
  rewarded: number;
  rupees: number;
  /** Used codes that somebody tried again, at most `triedMax`, and how often the most tried one. */
  triedCodes: number;
  mostTries: number;
};

const triedMax = 10_000;

export async function readPackFigures(
  database: Pick<Connection, 'query'>,
  campaign: string,
  batches: readonly Pick<PackBatchRow, 'batch' | 'label'>[],
): Promise<PackFigures[]> {
  const { rows } = await database.query<PackFigures>(
    `select label, visits, asked, verified, rewarded, rupees, tried.codes as "triedCodes",
       tried.most as "mostTries"
     from unnest($2::integer[], $3::text[]) as batch (batch, label)
     cross join lateral (
       select coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(numbers), 0)::float8 as asked,
         coalesce(sum(verified), 0)::float8 as verified, coalesce(sum(rewarded), 0)::float8 as rewarded,
         coalesce(sum(rupees), 0)::float8 as rupees
       from inaam.figure_part
       where campaign = $1 and level = 2 and unit = 'day' and shop = label) as counted
     cross join lateral (
       select count(*)::float8 as codes, coalesce(max(tries), 0) as most
       from (select tries from inaam.pack_use
             where campaign = $1 and pack_use.batch = batch.batch and tries > 0
             order by tries desc limit ${triedMax}) as codes) as tried`,
    [campaign, batches.map(({ batch }) => batch), batches.map(({ label }) => label)],
  );
  return rows;
}

/** Codes that were refused since then, by why. */
export async function readPackRefusals(
  database: Pick<Connection, 'query'>,
  campaign: string,
  since: number,
): Promise<PackRefusals> {
  const { rows } = await database.query<PackRefusals>(
    `select coalesce(sum(unknown), 0)::float8 as unknown, coalesce(sum(used), 0)::float8 as used,
       coalesce(sum(not_open), 0)::float8 as "notOpen"
     from inaam.pack_refusal where campaign = $1 and hour > $2`,
    [campaign, new Date(since)],
  );
  return rows[0] ?? { unknown: 0, used: 0, notOpen: 0 };
}

/** Codes that were used and refused on a day that begins then, wall ms. */
type PackDay = PackRefusals & { start: number; accepted: number };

/** Newest first, without days on which there were none. */
export async function readPackDays(
  database: Pick<Connection, 'query'>,
  campaign: string,
  since: number,
): Promise<PackDay[]> {
  const { rows } = await database.query<PackDay>(
    `select round(extract(epoch from start) * 1000)::float8 as start,
       coalesce(accepted, 0) as accepted, coalesce(unknown, 0) as unknown,
       coalesce(used, 0) as used, coalesce(not_open, 0) as "notOpen"
     from (
       select start, sum(claims)::float8 as accepted
       from inaam.figure_part
       where campaign = $1 and level = 2 and unit = 'day' and start >= $2
       group by start having sum(claims) > 0) as taken
     full join (
       select date_trunc('day', hour, 'Asia/Kolkata') as start, sum(unknown)::float8 as unknown,
         sum(used)::float8 as used, sum(not_open)::float8 as not_open
       from inaam.pack_refusal where campaign = $1 and hour >= $2 group by 1) as refused using (start)
     order by start desc`,
    [campaign, new Date(since)],
  );
  return rows;
}
