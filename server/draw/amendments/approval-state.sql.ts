import { isApproverSignature } from '../../platform/approver-key.ts';
import { Refusal } from '../../platform/errors.ts';
import { followApprovals, type ApprovalHistory } from './approval.rules.ts';
import type { Commitment } from '../commitment.rules.ts';
import { type Database, type Queryable, transaction } from '../../database/database.ts';
import * as z from 'zod';
import { recordAudit, type Audit, type Operator } from '../../database/audit-log.ts';

/** Somebody with database rights inserted an amendment that two approvers did not sign. */
export class AmendmentNotApproved extends Refusal {
  override name = 'AmendmentNotApproved';
}

/**
 * Who may approve actions that cost money: the approvers of the commitment or of an amendment.
 * Anybody who can insert a row could name others, so every signature is verified.
 * @throws AmendmentNotApproved
 */
export async function readApprovalState(
  database: Queryable,
  { document, hash }: Pick<Commitment, 'document' | 'hash'>,
): Promise<ApprovalHistory> {
  const { rows } = await database.query<{ content: string; hash: string }>(
    `select content, encode(hash, 'hex') as hash from inaam.amendment
     where campaign = $1 order by number`,
    [document.campaign],
  );
  const amendments = rows.map((row) => ({ entry: amendmentOf(row.content), hash: row.hash }));
  const committed = { approvers: document.approvers, after: hash };
  const state = followApprovals(committed, amendments, isApproverSignature);
  if (state) return state;
  throw new AmendmentNotApproved(
    `Nothing was changed: the database has an amendment of "${document.campaign}" without valid signatures, so it is unknown who may approve. Somebody with rights in the database wrote it: see "An amendment was not signed by two approvers" in docs/run/draw-and-keys.md.`,
  );
}

const approver = z.object({ key: z.string(), name: z.string() });

/** What an amendment's entry records about the two people who signed it. */
const approval = z.object({
  approvers: z.array(approver).nullable(),
  command: z.string(),
  expires: z.string(),
  id: z.string(),
  reasonSha256: z.string(),
  signatures: z.array(z.object({ by: z.string(), signature: z.string() })),
});

/** An `amended` ledger entry; its other fields are ignored. */
const amendmentSchema = z.object({
  approval: approval.optional(),
  at: z.string(),
  blocks: z.int().min(0),
  campaign: z.string(),
  fixed: z.array(z.int()),
  number: z.int(),
  reserve: z.int(),
  to: z.string(),
});

type AmendedEntry = z.infer<typeof amendmentSchema>;

/** Undefined if it is not an amendment. Entries can be inserted without amendDraw. */
export function amendmentOf(content: string): AmendedEntry | undefined {
  try {
    return amendmentSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

/** The amendments, and the deck, last day and budget that result from them. */
export type AmendedBooks = {
  /** In the order of the ledger; `hash` in hex. */
  amendments: { content: string; hash: string }[];
  blocks: number;
  lastDay: string;
  /** By the pool's name. */
  planned: Readonly<Record<string, number>>;
};

/** One statement, so that an amendment is in all of the results or in none. */
export async function readAmendedBooks(
  database: Database,
  campaign: string,
): Promise<AmendedBooks | undefined> {
  const { rows } = await database.query<AmendedBooks>(
    `select blocks, last_day::text as "lastDay",
       (select coalesce(json_agg(json_build_object('content', content, 'hash', encode(hash, 'hex'))
          order by number), '[]') from inaam.amendment where campaign = $1) as amendments,
       (select json_object_agg(pool, planned) from inaam.budget where campaign = $1) as planned
     from inaam.head where campaign = $1`,
    [campaign],
  );
  return rows[0];
}

// Proposals that one approver signs and another may confirm (docs/decisions/0034). Verify the
// signatures before trusting a statement.

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
    | { result: 'executed'; by: string; signature: string }
    | { result: 'refused'; by: string }
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
  const { rows } = await database.query<
    Omit<StoredProposal, 'at' | 'end'> & {
      at: Date;
      result: 'executed' | 'refused' | null;
      endedBy: string;
      endedWith: string | null;
    }
  >(
    `select number::float8, statement, reason, proposal.at, proposed_by as by, proposal.signature,
       result, ended_by as "endedBy", proposal_end.signature as "endedWith"
     from inaam.proposal left join inaam.proposal_end using (campaign, number)
     where campaign = $1 and ($2::bigint is null or number = $2) order by proposal.number desc limit $3`,
    [campaign, number ?? null, max],
  );
  return rows.map(({ result, endedBy: by, endedWith, at, ...row }) => ({
    ...row,
    at: at.getTime(),
    end:
      result === 'executed'
        ? { result, by, signature: endedWith ?? '' }
        : result === 'refused'
          ? { result, by }
          : undefined,
  }));
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
