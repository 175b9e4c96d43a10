import type { Database } from '../database/database.ts';
import { batchedReads, prepared, rowKey } from '../database/batches/batch.ts';
import type { AuthenticatedParticipant, TokenQuestion, TokenStorage } from '../http/context.ts';

const keyOf = (question: TokenQuestion) => rowKey(question.hash);

export function readTokens(database: Database, campaign: string): TokenStorage['readTokens'] {
  return batchedReads(keyOf, async (questions) => {
    const { rows } = await database.query<AuthenticatedParticipant & { hash: Buffer }>(
      // Find each row by its key, whatever the planner assumes about a table that has just grown.
      prepared(
        `select question.token_hash as hash, token.pseudonym, participation.state,
           participation.draw_number::float8 as "drawNumber", token.user_key as "userKey",
           coalesce(mobile_limits.blocked, false) as blocked, reward.amount as "rewardAmount"
         from unnest($2::bytea[], $3::timestamptz[]) as question (token_hash, at)
         cross join lateral (
           select pseudonym, user_key, revoked_at, expires_at from inaam.token
           where campaign = $1 and token_hash = question.token_hash limit 1) as token
         cross join lateral (
           select state, draw_number, mobile_index from inaam.participation
           where campaign = $1 and pseudonym = token.pseudonym limit 1) as participation
         left join lateral (
           select blocked from inaam.mobile_limits
           where campaign = $1 and mobile_index = participation.mobile_index limit 1) as mobile_limits on true
         left join lateral (
           select amount from inaam.reward
           where campaign = $1 and pseudonym = token.pseudonym and not is_bonus limit 1) as reward on true
         -- Not in the inner query, where it would allow the index of all valid tokens of the
         -- campaign.
         where token.revoked_at is null and question.at < token.expires_at`,
        [
          campaign,
          questions.map((question) => question.hash),
          questions.map((question) => new Date(question.now)),
        ],
      ),
    );
    const found = new Map(rows.map(({ hash, ...row }) => [rowKey(hash), row]));
    return new Map(
      questions.map((question) => [keyOf(question), found.get(keyOf(question)) ?? 'none']),
    );
  });
}
