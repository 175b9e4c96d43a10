// The schema makes it append-only. It contains no secret and no personal data.
import { ms, type Queryable } from './database.ts';

/** `at` is wall time, ms. */
export type Operator = { by: string; reason: string; at: number };

type Details = Readonly<Record<string, string | number | boolean | null>>;

export type Audit = {
  /** Null if the command does not concern a campaign. */
  campaign: string | null;
  command: string;
  operator: Operator;
  details: Details;
};

export type AuditRow = Omit<Audit, 'operator'> & Operator & { number: number };

/** Joins the caller's transaction if given a connection. */
export async function recordAudit(
  database: Queryable,
  { campaign, command, operator, details }: Audit,
): Promise<void> {
  await database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details) values ($1, $2, $3, $4, $5, $6)`,
    [
      new Date(operator.at),
      operator.by,
      command,
      operator.reason,
      campaign,
      JSON.stringify(details),
    ],
  );
}

export type AuditFilter = {
  by: string | null;
  command: string | null;
  /** Wall time, ms; `until` is excluded. */
  from: number | null;
  until: number | null;
  /** Only rows with a smaller number. */
  before: number | null;
};

/** Newest first. A period is found by the index on time, everything else by number. */
export async function readAuditPage(
  database: Queryable,
  campaign: string,
  { by, command, from, until, before }: AuditFilter,
  max: number,
): Promise<Omit<AuditRow, 'campaign'>[]> {
  const isDated = from !== null || until !== null;
  const beforeAt = isDated && before !== null ? await readTimeOf(database, before) : null;
  const { rows } = await database.query<Omit<AuditRow, 'campaign'>>(
    `select number::float8, ${ms('at')} as at, operator as by, command, why as reason, details
     from inaam.audit
     where campaign = $1 and ($2::text is null or operator = $2)
       and ($3::text is null or command = $3)
       and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
       and ${isDated ? '($6::bigint is null or (at, audit.number) < ($8::timestamptz, $6))' : '($6::bigint is null or audit.number < $6)'}
     order by ${isDated ? 'audit.at desc, audit.number desc' : 'audit.number desc'} limit $7`,
    [
      campaign,
      by,
      command,
      dateOf(from),
      dateOf(until),
      before,
      max,
      ...(isDated ? [beforeAt] : []),
    ],
  );
  return rows;
}

/** As text, because a JavaScript date has no microseconds. */
async function readTimeOf(database: Queryable, number: number): Promise<string | null> {
  const { rows } = await database.query<{ at: string }>(
    'select at::text from inaam.audit where number = $1',
    [number],
  );
  return rows[0]?.at ?? null;
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

const choicesMax = 500;

/** Distinct values in order. Reads the index once per value, however many rows there are. */
export async function readAuditChoices(
  database: Queryable,
  campaign: string,
  column: 'operator' | 'command',
): Promise<string[]> {
  const { rows } = await database.query<{ value: string }>(
    `with recursive choice as (
       (select ${column} as value from inaam.audit where campaign = $1 order by ${column} limit 1)
       union all
       select (select ${column} from inaam.audit
               where campaign = $1 and ${column} > choice.value order by ${column} limit 1)
       from choice where choice.value is not null)
     select value from choice where value is not null limit ${choicesMax}`,
    [campaign],
  );
  return rows.map(({ value }) => value);
}
