// Corrections and what was decided about them: rows are added, and never changed.
import { recordAudit, type Audit } from '@inaam/server/database/audit-log.ts';
import { ms, transaction, type Database, type Queryable } from '@inaam/server/database/database.ts';
import { Refusal } from '@inaam/server/platform/errors.ts';
import type { CorrectionEdit } from '../contract.ts';
import type { Approved } from './correctable.ts';

export type Decision = 'approved' | 'declined' | 'withdrawn';

/** Times are wall time, ms. */
export type StoredCorrection = {
  number: number;
  at: number;
  by: string;
  author: string;
  comment: string;
  edits: CorrectionEdit[];
  decided: { decision: Decision; at: number; by: string; reason: string } | null;
};

const openMax = 20;
const shownMax = 40;

const rows = `select c.number, ${ms('c.at')} as at, c.proposed_by as by, c.author, c.comment, c.edits,
    case when d.number is not null then json_build_object('decision', d.decision,
      'at', ${ms('d.at')}, 'by', d.decided_by, 'reason', d.reason) end as decided
  from inaam.correction c left join inaam.correction_decision d using (campaign, number)
  where c.campaign = $1`;

/** Newest first: all open ones, and the last of the others. */
export async function readCorrectionRows(
  database: Queryable,
  campaign: string,
): Promise<StoredCorrection[]> {
  const found = await database.query<StoredCorrection>(
    `${rows} order by d.number is null desc, c.number desc limit ${openMax + shownMax}`,
    [campaign],
  );
  return found.rows.toSorted((one, other) => other.number - one.number);
}

export async function readCorrection(
  database: Queryable,
  campaign: string,
  number: number,
): Promise<StoredCorrection | undefined> {
  const found = await database.query<StoredCorrection>(`${rows} and c.number = $2`, [
    campaign,
    number,
  ]);
  return found.rows[0];
}

export async function countApproved(database: Queryable, campaign: string): Promise<number> {
  const found = await database.query<{ count: number }>(
    `select count(*)::int as count from inaam.correction_decision
     where campaign = $1 and decision = 'approved'`,
    [campaign],
  );
  return found.rows[0]?.count ?? 0;
}

/** In the order of their approval. */
export async function readApproved(database: Queryable, campaign: string): Promise<Approved[]> {
  const found = await database.query<Approved>(
    `select c.number, c.edits from inaam.correction_decision d
     join inaam.correction c using (campaign, number)
     where d.campaign = $1 and d.decision = 'approved' order by d.at, d.number`,
    [campaign],
  );
  return found.rows;
}

type New = { campaign: string; author: string; edits: readonly CorrectionEdit[]; audit: Audit };

/** @throws Refusal if too many are open */
export async function writeCorrection(database: Database, own: New): Promise<number> {
  const { campaign, author, edits, audit } = own;
  const { by, at, reason } = audit.operator;
  return transaction(database, async (connection) => {
    const found = await connection.query<{ number: number }>(
      `insert into inaam.correction (campaign, number, at, author, proposed_by, comment, edits)
       select $1, 1 + coalesce(max(c.number), 0), $2, $3, $4, $5, $6 from inaam.correction c
       left join inaam.correction_decision d using (campaign, number)
       where c.campaign = $1 having count(*) filter (where d.number is null and c.number > 0) < ${openMax}
       on conflict do nothing returning number`,
      [campaign, new Date(at), author, by, reason, JSON.stringify(edits)],
    );
    const [row] = found.rows;
    if (!row) {
      throw new Refusal(
        `Not asked: somebody else asked at the same moment, or ${openMax} wait already. Try again.`,
      );
    }
    await recordAudit(connection, {
      ...audit,
      details: { ...audit.details, correction: row.number },
    });
    return row.number;
  });
}

type Decided = { campaign: string; number: number; decider: string; audit: Audit };

/** @throws Refusal if it was decided already, or by whom may not */
export async function writeDecision(
  database: Database,
  { campaign, number, decider, audit }: Decided,
  decision: Decision,
): Promise<void> {
  const { by, at, reason } = audit.operator;
  await transaction(database, async (connection) => {
    const { rowCount } = await connection.query(
      `insert into inaam.correction_decision
         (campaign, number, author, decision, decider, decided_by, at, reason)
       select campaign, number, author, $3, $4, $5, $6, $7 from inaam.correction
       where campaign = $1 and number = $2 and ($3 = 'withdrawn') = (author = $4)
       on conflict do nothing`,
      [campaign, number, decision, decider, by, new Date(at), reason],
    );
    if (rowCount !== 1) throw await undecidable(connection, campaign, number);
    await recordAudit(connection, { ...audit, details: { ...audit.details, correction: number } });
  });
}

async function undecidable(connection: Queryable, campaign: string, number: number) {
  const { decided = null } = (await readCorrection(connection, campaign, number)) ?? {};
  return decided === null
    ? new Refusal('Nothing was changed: another manager than the author approves or declines it.')
    : new Refusal(`Nothing was changed: ${decided.by} has ${decided.decision} it already.`);
}
