// The codes of a file wait in a temporary table until all are checked and a person has confirmed.
// No transaction is open in the meantime, and none of the codes can be assigned.
import { DatabaseError } from 'pg';
import { recordAudit, type Audit } from '../database/audit-log.ts';
import type { Connection, Database } from '../database/database.ts';
import { rescheduleOwed } from '../messages/reschedule.sql.ts';

/**
 * Bytes are in hex: as strings they take a fraction of the memory that many short buffers would, in
 * the thread that seals them, on the way from there and in the statement.
 */
export type NewVoucher = {
  codeIndex: string;
  codeSealed: string;
  /** Index of the code's last characters, for support. */
  endIndex: string;
  /** Whole rupees. */
  amount: number;
  /** The last day of validity, `YYYY-MM-DD`; omitted: the code never expires. */
  expiresOn?: string | undefined;
};

/** `line` of the file, for reporting duplicates. */
type StagedVoucher = NewVoucher & { line: number };

export type KnownCode = {
  line: number;
  /** Whole rupees. */
  amount: number;
  isSame: boolean;
  isWithdrawn: boolean;
};

/** `amount`: whole rupees. First and last expiry among the codes that expire, `YYYY-MM-DD`. */
type AmountToLoad = {
  amount: number;
  count: number;
  neverExpire: number;
  expireFrom: string | null;
  expireUntil: string | null;
};

export type FileCheck = {
  /** By ascending amount. */
  amounts: AmountToLoad[];
  repeated: { count: number; lines: { line: number; first: number }[] };
  /**
   * Codes that are in stock, each by its first line. `same`: how many of them have equal amount and
   * expiry and are not withdrawn.
   */
  known: { count: number; same: number; lines: KnownCode[] };
};

/** `raced`: another load stored one of the codes in the meantime, and nothing was changed. */
type Stored = { kind: 'stored'; batch: number } | { kind: 'raced' };

export type Staging = {
  add: (vouchers: readonly StagedVoucher[]) => Promise<void>;
  /** @param max lines of each kind */
  check: (max: number) => Promise<FileCheck>;
  /** In one transaction with the row of the audit log. Jobs that wait for stock are rescheduled. */
  store: (options: StoreOptions) => Promise<Stored>;
  close: () => Promise<void>;
};

type StoreOptions = {
  /** Wall time, ms. */
  now: number;
  /** `YYYY-MM-DD`: the validity promised to a winner who gets a code today. */
  promisedUntil: string;
  auditOf?: ((batch: number) => Audit) | undefined;
};

/** @param database staging holds one of its connections until it is closed */
export async function openStaging(database: Database, campaign: string): Promise<Staging> {
  const connection = await database.connect();
  try {
    await connection.query(
      `set statement_timeout = 0; set lock_timeout = '60s'; set work_mem = '64MB';
       create temporary table voucher_staging (
         line integer not null, code_index bytea not null, code_sealed bytea not null,
         end_index bytea not null, amount integer not null, expires_on date not null)`,
    );
  } catch (error) {
    connection.release(true);
    throw error;
  }
  return {
    add: (vouchers) => add(connection, vouchers),
    check: (max) => check(connection, campaign, max),
    store: (options) => store(connection, campaign, options),
    close: () => close(connection),
  };
}

/**
 * Restores the connection's settings and time limits. If that fails, the connection is destroyed.
 */
async function close(connection: Connection): Promise<void> {
  try {
    await connection.query(
      'drop table voucher_staging; reset statement_timeout; reset lock_timeout; reset work_mem',
    );
    connection.release();
  } catch {
    connection.release(true);
  }
}

async function add(connection: Connection, vouchers: readonly StagedVoucher[]): Promise<void> {
  await connection.query(
    `insert into voucher_staging
     select line, decode(code_index, 'hex'), decode(code_sealed, 'hex'), decode(end_index, 'hex'), amount, expires_on
     from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::date[])
       as code (line, code_index, code_sealed, end_index, amount, expires_on)`,
    [
      vouchers.map(({ line }) => line),
      vouchers.map(({ codeIndex }) => codeIndex),
      vouchers.map(({ codeSealed }) => codeSealed),
      vouchers.map(({ endIndex }) => endIndex),
      vouchers.map(({ amount }) => amount),
      vouchers.map(({ expiresOn }) => expiresOn ?? 'infinity'),
    ],
  );
}

async function check(connection: Connection, campaign: string, max: number): Promise<FileCheck> {
  await connection.query('analyze voucher_staging');
  const amounts = await connection.query<AmountToLoad>(
    `select amount, count(*)::integer as count,
       (count(*) filter (where expires_on = 'infinity'))::integer as "neverExpire",
       to_char(min(expires_on) filter (where expires_on <> 'infinity'), 'YYYY-MM-DD') as "expireFrom",
       to_char(max(expires_on) filter (where expires_on <> 'infinity'), 'YYYY-MM-DD') as "expireUntil"
     from voucher_staging group by amount order by amount`,
  );
  const repeated = await connection.query<{ line: number; first: number; count: number }>(
    `with repeated as (
       select code_index, min(line) as first from voucher_staging
       group by code_index having count(*) > 1)
     select line, first, (count(*) over ())::integer as count
     from voucher_staging join repeated using (code_index)
     where line > first order by line limit $1`,
    [max],
  );
  const known = await connection.query<KnownCode & { count: number; same: number }>(
    `with known as (
       select line, voucher.amount, withdrawn_at is not null as "isWithdrawn",
         (voucher.amount, voucher.expires_on) = (staged.amount, staged.expires_on) as "isSame"
       from voucher_staging as staged
       join inaam.voucher on campaign = $1 and voucher.code_index = staged.code_index
       ${repeated.rows.length > 0 ? isFirst : ''})
     select *, (count(*) over ())::integer as count,
       (count(*) filter (where "isSame" and not "isWithdrawn") over ())::integer as same
     from known order by line limit $2`,
    [campaign, max],
  );
  const [{ count, same } = { count: 0, same: 0 }] = known.rows;
  return {
    amounts: amounts.rows,
    repeated: { count: repeated.rows[0]?.count ?? 0, lines: repeated.rows },
    known: { count, same, lines: known.rows },
  };
}

/** A repeated line counts only as repeated. */
const isFirst = `where not exists (
  select from voucher_staging as earlier
  where earlier.code_index = staged.code_index and earlier.line < staged.line)`;

async function store(
  connection: Connection,
  campaign: string,
  { now, promisedUntil, auditOf }: StoreOptions,
): Promise<Stored> {
  await connection.query('begin');
  try {
    // One statement, so that every code has a batch that exists: a foreign key would look the same
    // batch up for each code. In order, so that two simultaneous loads wait instead of deadlocking.
    // A code that another load stored fails the statement, because "on conflict do nothing" takes a
    // third longer.
    const { rows } = await connection.query<{ batch: string }>(
      `with batch as (
         insert into inaam.voucher_batch (campaign, loaded_at, codes)
         select $1, $2, count(*) from voucher_staging returning number),
       stored as (
         insert into inaam.voucher (campaign, code_index, code_sealed, end_index, amount, expires_on, loaded_at, batch)
         select $1, code_index, code_sealed, end_index, amount, expires_on, $2, number
         from voucher_staging cross join batch order by code_index)
       select number as batch from batch`,
      [campaign, new Date(now)],
    );
    const batch = Number(rows[0]?.batch);
    if (auditOf) await recordAudit(connection, auditOf(batch));
    await rescheduleOwed(connection, campaign, promisedUntil);
    await connection.query('commit');
    return { kind: 'stored', batch };
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    if (error instanceof DatabaseError && error.constraint === 'voucher_pkey') {
      return { kind: 'raced' };
    }
    throw error;
  }
}
