// Append-only by the schema. Contains no secret and no personal data.
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
};

export type AuditRow = Omit<Audit, 'operator'> & Operator & { number: number };

/** Joins the caller's transaction if given a connection. */
export async function recordAudit(
  database: Pick<Connection, 'query'>,
  { campaign, command, operator, details }: Audit,
): Promise<void> {
  await database.query(
    `insert into inaam.audit (at, operator, command, why, campaign, details) values ($1, $2, $3, $4, $5, $6)`,
    [new Date(operator.at), operator.by, command, operator.why, campaign, JSON.stringify(details)],
  );
}

/** Newest first. */
export async function readAudits(
  database: Database,
  { campaign, most = 100 }: { campaign?: string; most?: number },
): Promise<AuditRow[]> {
  const { rows } = await database.query<{
    number: string;
    at: Date;
    operator: string;
    command: string;
    why: string;
    campaign: string | null;
    details: Details;
  }>(
    `select number, at, operator, command, why, campaign, details from inaam.audit
     where $1::text is null or campaign = $1 order by number desc limit $2`,
    [campaign ?? null, most],
  );
  return rows.map(({ number, at, operator, ...row }) => ({
    ...row,
    number: Number(number),
    at: at.getTime(),
    by: operator,
  }));
}
