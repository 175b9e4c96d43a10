// Writes the commitment and the initial head, deck, budget, laws and admissions, once. Never writes
// the secret.
import { Refusal } from '../platform/errors.ts';
import { admissionsOf } from './reward.rules.ts';
import {
  differencesOf,
  budgetPoolsOf,
  type Commitment,
  type CommittedPlan,
  type DrawDocument,
} from './commitment.rules.ts';
import { recordAudit, type Operator } from '../database/audit-log.ts';
import {
  transaction,
  type Connection,
  type Database,
  type Queryable,
} from '../database/database.ts';

export type StoredCommitment = Commitment & { committedAt: number; by: string };

/** `message` contains the remedy. */
class NotCommitted extends Refusal {
  override name = 'NotCommitted';
}

/** `message` names the part that differs, and the remedy. */
export class CommitmentDiffers extends Refusal {
  override name = 'CommitmentDiffers';
}

/** `message` names the other campaign, and the remedy. */
class SharedSecret extends Refusal {
  override name = 'SharedSecret';
}

/**
 * Commits to deck, rules and secret. Idempotent, also when run concurrently with the same document.
 * @throws CommitmentDiffers if the campaign has committed to another document
 * @throws SharedSecret if another campaign has committed to one of the secret's parts
 */
export async function commitDraw(
  database: Database,
  commitment: Commitment,
  operator: Operator,
): Promise<{ kind: 'committed' | 'already'; stored: StoredCommitment }> {
  const { campaign } = commitment.document;
  return transaction(database, async (connection) => {
    // One at a time, so that two campaigns cannot commit to one secret at once.
    await connection.query(`select pg_advisory_xact_lock(hashtext('inaam draw commit'))`);
    await assertOwnSecret(connection, commitment.document);
    const made = await connection.query(
      `insert into inaam.commitment (campaign, document, hash, committed_at, committed_by)
       values ($1, $2, decode($3, 'hex'), $4, $5) on conflict do nothing`,
      [campaign, commitment.text, commitment.hash, new Date(operator.at), operator.by],
    );
    if (made.rowCount === 1) {
      await makeRows(connection, commitment);
      const details = { commitment: commitment.hash };
      await recordAudit(connection, { campaign, command: 'draw commit', operator, details });
    }
    const stored = await readCommitment(connection, campaign);
    if (!stored) throw new Error('Failed to commit: the new commitment is missing.');
    assertSame(stored, commitment.document);
    return { kind: made.rowCount === 1 ? 'committed' : 'already', stored };
  });
}

export async function readCommitment(
  database: Queryable,
  campaign: string,
): Promise<StoredCommitment | undefined> {
  const { rows } = await database.query<{
    document: string;
    hash: string;
    committed_at: Date;
    committed_by: string;
  }>(
    `select document, encode(hash, 'hex') as hash, committed_at, committed_by
     from inaam.commitment where campaign = $1`,
    [campaign],
  );
  const [row] = rows;
  if (!row) return undefined;
  // Safe to parse: only commitDraw writes it, and the schema checks its hash.
  const document: DrawDocument = JSON.parse(row.document);
  const { hash, committed_at: at, committed_by: by } = row;
  return { document, text: row.document, hash, committedAt: at.getTime(), by };
}

/** @throws NotCommitted, CommitmentDiffers */
export async function assertCommitted(
  database: Database,
  found: CommittedPlan,
): Promise<StoredCommitment> {
  const stored = await readCommitment(database, found.campaign);
  if (!stored) {
    throw new NotCommitted(
      `Campaign "${found.campaign}" has not committed to its draw, and no reward can be granted without that. Check the folder, let both holders place their part of the secret, then run: npx inaam draw commit`,
    );
  }
  assertSame(stored, found);
  return stored;
}

/** For a program that is needed before the commitment too. @throws CommitmentDiffers */
export async function assertNoOtherCommitment(
  database: Database,
  found: CommittedPlan,
): Promise<void> {
  if (await readCommitment(database, found.campaign)) await assertCommitted(database, found);
}

/** @throws SharedSecret: the reveal of one campaign would reveal the cards of the other */
export async function assertOwnSecret(
  database: Queryable,
  { campaign, secretPartsSha256, secretSha256 }: DrawDocument,
): Promise<void> {
  const { rows } = await database.query<{ campaign: string }>(
    `select campaign from inaam.commitment where campaign <> $1
       and (document::jsonb ->> 'secretSha256' = $2 or document::jsonb -> 'secretPartsSha256' ?| $3)`,
    [campaign, secretSha256, secretPartsSha256],
  );
  const [other] = rows;
  if (!other) return;
  throw new SharedSecret(
    `Campaign "${other.campaign}" has committed to one of these parts of the draw's secret, and its reveal would reveal the cards of "${campaign}" too. Let both holders make new parts for this campaign: npx inaam draw part`,
  );
}

function assertSame(stored: StoredCommitment, found: CommittedPlan): void {
  const { pseudonymKeySha256, question, secretPartsSha256, secretSha256 } = stored.document;
  const differences = differencesOf(stored.document, {
    pseudonymKeySha256,
    secretPartsSha256,
    secretSha256,
    ...found,
    ...(found.question && { question: { ...question, ...found.question } }),
  });
  if (differences.length === 0) return;
  throw new CommitmentDiffers(
    `Campaign "${found.campaign}" has committed to another draw (${stored.hash}). Different: ${differences.join(', ')}. Restore it, or start a new campaign in a new folder.`,
  );
}

async function makeRows(connection: Connection, { document, hash }: Commitment): Promise<void> {
  const { campaign, deck, fixed } = document;
  // A large deck has many rows, which may exceed the default statement timeout.
  await connection.query(`set local statement_timeout = '60s'`);
  await connection.query(
    `insert into inaam.head (campaign, last_hash, amounts, cards, blocks, last_day)
     values ($1, decode($2, 'hex'), $3, $4, $5, $6)`,
    [campaign, hash, [...deck.denominations], [...deck.cards], deck.blocks, document.programme.to],
  );
  await connection.query(
    `insert into inaam.deck (campaign, block, remaining)
     select $1, block, $2 from generate_series(0, $3 - 1) as block`,
    [campaign, [...deck.cards], deck.blocks],
  );
  await connection.query(
    `insert into inaam.budget (campaign, pool, kind, state, amount, planned, remaining)
     select $1, name, kind, state, amount, planned, planned
     from jsonb_to_recordset($2) as pool
       (name text, kind text, state text, amount integer, planned bigint)`,
    [campaign, JSON.stringify(budgetPoolsOf(document))],
  );
  await connection.query(
    `insert into inaam.law (campaign, state, from_day, until_day, is_chance_forbidden, amount, citation)
     select $1, state, "from", until, chance = 'forbidden', amount, law
     from jsonb_to_recordset($2) as law
       (state text, "from" date, until date, chance text, amount integer, law text)`,
    [campaign, JSON.stringify(fixed)],
  );
  await connection.query(
    `insert into inaam.admission (campaign, pool, capacity)
     select $1, pool, capacity
     from jsonb_to_recordset($2) as admission (pool text, capacity bigint)`,
    [campaign, JSON.stringify(admissionsOf(document))],
  );
}
