import { isApproverSignature } from '../../platform/approver-key.ts';
import { InaamError } from '../../platform/errors.ts';
import { followApprovals, type ApprovalHistory } from './approval.rules.ts';
import type { Commitment } from '../commitment.rules.ts';
import type { Connection, Database } from '../../database/database.ts';
import * as z from 'zod';

/** Somebody with database rights inserted an amendment that two approvers did not sign. */
export class AmendmentNotApproved extends InaamError {
  override name = 'AmendmentNotApproved';
}

/**
 * Who may approve actions that cost money: the approvers of the commitment or of an amendment.
 * Anybody who can insert a row could name others, so every signature is verified.
 * @throws AmendmentNotApproved
 */
export async function readApprovalState(
  database: Pick<Connection, 'query'>,
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
    `Nothing was changed: the database has an amendment of "${document.campaign}" without valid signatures, so it is unknown who may approve. Somebody with rights in the database wrote it: see docs/runbook.md.`,
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
