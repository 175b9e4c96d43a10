// Append-only by the schema. Contains no secret and no personal data.
import { InaamError } from '../platform/inaam-error.ts';
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
