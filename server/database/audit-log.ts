// Append-only by the schema. Contains no secret and no personal data.
import { InaamError } from '../platform/errors.ts';
import type { Connection, Database } from './database.ts';

/** `at` is wall time, ms. */
export type Operator = { by: string; why: string; at: number };

type Details = Readonly<Record<string, string | number | boolean | null>>;

export type Audit = {
  /** Null if the command concerns no campaign. */
  campaign: string | null;
  command: string;
  operator: Operator;
  details: Details;
  /** The proposal that this executes, and who confirmed it with which signature in hex. */
  confirmed?: { proposal: number; by: string; signature: string } | undefined;
};

/** The proposal was confirmed by somebody else first, or refused. */
export class ProposalEnded extends InaamError {
  override name = 'ProposalEnded';
}

export type AuditRow = Omit<Audit, 'operator' | 'confirmed'> & Operator & { number: number };

/**
 * Joins the caller's transaction if given a connection.
 * @throws ProposalEnded; the caller must then roll back
 */
export async function recordAudit(
  database: Pick<Connection, 'query'>,
  { campaign, command, operator, details, confirmed }: Audit,
): Promise<void> {
  if (confirmed) {
    const { rowCount } = await database.query(
      `insert into inaam.proposal_end (campaign, number, result, at, ended_by, signature)
       values ($1, $2, 'executed', $3, $4, $5) on conflict do nothing`,
      [campaign, confirmed.proposal, new Date(operator.at), confirmed.by, confirmed.signature],
    );
    if (rowCount !== 1) {
      throw new ProposalEnded(
        `Nothing was changed: proposal ${confirmed.proposal} was executed or refused in the meantime.`,
      );
    }
  }
  await database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details) values ($1, $2, $3, $4, $5, $6)`,
    [new Date(operator.at), operator.by, command, operator.why, campaign, JSON.stringify(details)],
  );
}

type Row = Omit<AuditRow, 'number' | 'at' | 'by'> & { number: string; at: Date; operator: string };

const rowOf = <Read extends Omit<Row, 'campaign'>>({ number, at, operator, ...row }: Read) => ({
  ...row,
  number: Number(number),
  at: at.getTime(),
  by: operator,
});

/** Newest first. */
export async function readAudits(
  database: Database,
  { campaign, most = 100 }: { campaign?: string; most?: number },
): Promise<AuditRow[]> {
  const { rows } = await database.query<Row>(
    `select number, at, operator, command, why, campaign, details from inaam.audit
     where $1::text is null or campaign = $1 order by number desc limit $2`,
    [campaign ?? null, most],
  );
  return rows.map(rowOf);
}

type Reader = Pick<Connection, 'query'>;

export type AuditFilter = {
  by: string | null;
  command: string | null;
  /** Wall time, ms; `until` itself is left out. */
  from: number | null;
  until: number | null;
  /** Only rows with a smaller number. */
  before: number | null;
};

/**
 * Newest first: of some days by their time, whose index leads to them, otherwise by their numbers.
 */
export async function readAuditPage(
  database: Reader,
  campaign: string,
  { by, command, from, until, before }: AuditFilter,
  most: number,
): Promise<Omit<AuditRow, 'campaign'>[]> {
  const isDated = from !== null || until !== null;
  const beforeAt = isDated && before !== null ? await readTimeOf(database, before) : null;
  const { rows } = await database.query<Omit<Row, 'campaign'>>(
    `select number, at, operator, command, why, details from inaam.audit
     where campaign = $1 and ($2::text is null or operator = $2)
       and ($3::text is null or command = $3)
       and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
       and ${isDated ? '($6::bigint is null or (at, number) < ($8::timestamptz, $6))' : '($6::bigint is null or number < $6)'}
     order by ${isDated ? 'at desc, number desc' : 'number desc'} limit $7`,
    [
      campaign,
      by,
      command,
      dateOf(from),
      dateOf(until),
      before,
      most,
      ...(isDated ? [beforeAt] : []),
    ],
  );
  return rows.map(rowOf);
}

/** As text: a date of JavaScript has no microseconds. */
async function readTimeOf(database: Reader, number: number): Promise<string | null> {
  const { rows } = await database.query<{ at: string }>(
    'select at::text from inaam.audit where number = $1',
    [number],
  );
  return rows[0]?.at ?? null;
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

/** More are not offered to choose from. */
const choicesMost = 500;

/** Each once, in their order; the index is read once for each, however many rows there are. */
export async function readAuditChoices(
  database: Reader,
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
     select value from choice where value is not null limit ${choicesMost}`,
    [campaign],
  );
  return rows.map(({ value }) => value);
}
