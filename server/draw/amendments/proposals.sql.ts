// Proposals that one approver signs and another may confirm (docs/decisions/0034). Verify the
// signatures before trusting a statement.
import { recordAudit, type Audit, type Operator } from '../../database/audit-log.ts';
import { transaction, type Database } from '../../database/database.ts';

export type NewProposal = {
  statement: string;
  by: string;
  /** In hex. */
  signature: string;
};

export type StoredProposal = NewProposal & {
  number: number;
  reason: string;
  /** ms */
  at: number;
  end:
    | { result: 'executed'; by: string; at: number; signature: string }
    | { result: 'refused'; by: string; at: number }
    | undefined;
};

/** @returns its number */
export function insertProposal(
  database: Database,
  campaign: string,
  { statement, by, signature }: NewProposal,
  { operator, auditOf }: { operator: Operator; auditOf: (number: number) => Audit },
): Promise<number> {
  return transaction(database, async (connection) => {
    const { rows } = await connection.query<{ number: string }>(
      `insert into inaam.proposal (campaign, statement, reason, at, proposed_by, signature)
       values ($1, $2, $3, $4, $5, $6) returning number`,
      [campaign, statement, operator.reason, new Date(operator.at), by, signature],
    );
    const number = Number(rows[0]?.number);
    await recordAudit(connection, auditOf(number));
    return number;
  });
}

/** Newest first; with `number`, only that one. */
export async function readProposals(
  database: Database,
  campaign: string,
  { number, max }: { number?: number | undefined; max: number },
): Promise<StoredProposal[]> {
  const { rows } = await database.query<{
    number: string;
    statement: string;
    reason: string;
    at: Date;
    proposed_by: string;
    signature: string;
    result: 'executed' | 'refused' | null;
    ended_by: string;
    ended_at: Date;
    end_signature: string | null;
  }>(
    `select number, statement, reason, proposal.at, proposed_by, proposal.signature,
       result, ended_by, proposal_end.at as ended_at, proposal_end.signature as end_signature
     from inaam.proposal left join inaam.proposal_end using (campaign, number)
     where campaign = $1 and ($2::bigint is null or number = $2) order by number desc limit $3`,
    [campaign, number ?? null, max],
  );
  return rows.map(({ result, ended_by, ended_at, end_signature, ...row }) => ({
    statement: row.statement,
    reason: row.reason,
    signature: row.signature,
    number: Number(row.number),
    at: row.at.getTime(),
    by: row.proposed_by,
    end: endOf(result, { by: ended_by, at: ended_at, signature: end_signature }),
  }));
}

function endOf(
  result: 'executed' | 'refused' | null,
  { by, at, signature }: { by: string; at: Date; signature: string | null },
): StoredProposal['end'] {
  if (result === null) return undefined;
  const ended = { by, at: at.getTime() };
  return result === 'refused'
    ? { result, ...ended }
    : { result, ...ended, signature: signature ?? '' };
}

/** @returns whether it was open */
export function refuseProposal(
  database: Database,
  campaign: string,
  number: number,
  audit: Audit,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `insert into inaam.proposal_end (campaign, number, result, at, ended_by)
       values ($1, $2, 'refused', $3, $4) on conflict do nothing`,
      [campaign, number, new Date(audit.operator.at), audit.operator.by],
    );
    if (rowCount !== 1) return false;
    await recordAudit(connection, audit);
    return true;
  });
}
