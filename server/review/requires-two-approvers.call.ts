import { readCommitment } from '../draw/commitments.sql.ts';
import type { Connection } from '../database/database.ts';

/**
 * Whether the campaign has named approvers (docs/decisions/0034): it does so in the document that
 * it has committed to, so neither an amendment nor the console can begin or end it.
 */
export async function requiresTwoApprovers(
  database: Pick<Connection, 'query'>,
  campaign: string,
): Promise<boolean> {
  const commitment = await readCommitment(database, campaign);
  return commitment?.document.approvers !== undefined;
}
