// Locks the head, so that no claim is in progress.
import { indianTime } from '../platform/format.ts';
import { Refusal } from '../platform/errors.ts';
import { secretHash } from './commitment.rules.ts';
import { mayReveal, revealFrom } from '../platform/period.rules.ts';
import { recordAudit, type Operator } from '../database/audit-log.ts';
import { readDrawInForce, lockHead } from './ledger.sql.ts';
import { readCommitment } from './commitments.sql.ts';
import { transaction, type Database, type Queryable } from '../database/database.ts';

class RevealRefused extends Refusal {
  override name = 'RevealRefused';
}

/**
 * Idempotent. Afterwards nothing can be granted or verified.
 * @param campaignNow campaign clock, ms
 * @throws RevealRefused if it is too early, or the secret is not the committed one
 */
export async function revealSecret(
  database: Database,
  campaign: string,
  secret: Uint8Array,
  operator: Operator,
  campaignNow: number,
): Promise<{ kind: 'revealed' | 'already'; at: number }> {
  return transaction(database, async (connection) => {
    await assertRevealable(connection, campaign, secret, campaignNow);
    const head = await lockHead(connection, campaign);
    // The last day may have been moved before the head was locked.
    await assertRevealable(connection, campaign, secret, campaignNow);
    const known = await readReveal(connection, campaign);
    if (known) return { kind: 'already' as const, at: known.at };
    await connection.query(
      'insert into inaam.reveal (campaign, secret, revealed_at) values ($1, $2, $3)',
      [campaign, Buffer.from(secret), new Date(operator.at)],
    );
    await connection.query('update inaam.head set revealed_at = $2 where campaign = $1', [
      campaign,
      new Date(operator.at),
    ]);
    const details = { entries: head.nextLedger };
    await recordAudit(connection, { campaign, command: 'draw reveal', operator, details });
    return { kind: 'revealed' as const, at: operator.at };
  });
}

/** @throws RevealRefused */
export async function assertRevealable(
  database: Queryable,
  campaign: string,
  secret: Uint8Array,
  campaignNow: number,
): Promise<void> {
  const commitment = await readCommitment(database, campaign);
  if (!commitment) {
    throw new RevealRefused(
      `Campaign "${campaign}" has not committed to a draw, so there is nothing to reveal.`,
    );
  }
  const { secretSha256 } = commitment.document;
  const inForce = await readDrawInForce(database, campaign);
  const { from, to } = commitment.document.programme;
  const programme = { from, to: inForce?.lastDay ?? to };
  if (secretHash(secret) !== secretSha256) {
    throw new RevealRefused(
      `The two parts do not make the secret that campaign "${campaign}" has committed to. Use those that the campaign was started with.`,
    );
  }
  if (!mayReveal(programme, campaignNow)) {
    throw new RevealRefused(
      `Campaign "${campaign}" may not reveal its secret before ${indianTime(revealFrom(programme))} IST: until then rewards can be claimed, and anyone who knows the secret could predict them. Try again after that.`,
    );
  }
}

export async function readReveal(
  database: Queryable,
  campaign: string,
): Promise<{ secret: Buffer; at: number } | undefined> {
  const { rows } = await database.query<{ secret: Buffer; revealed_at: Date }>(
    'select secret, revealed_at from inaam.reveal where campaign = $1',
    [campaign],
  );
  return rows[0] && { secret: rows[0].secret, at: rows[0].revealed_at.getTime() };
}
