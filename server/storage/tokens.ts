// Who an access token speaks for. Reads only; tokens are made by verifications.ts.
import type { Database } from './database.ts';
import { batched, type Batched } from './batch.ts';
import { rowsByKey, rowKey } from './row-key.ts';

export type TokenQuestion = { hash: Buffer; now: number };
export type TokenHolder = { pseudonym: Buffer; state: string; userKey: string; blocked: boolean };

/** Reads the holders of tokens that are alive; `none` for all others. */
export function readTokens(
  database: Database,
  campaign: string,
): Batched<TokenQuestion, TokenHolder | 'none'> {
  const keyOf = (question: TokenQuestion) => rowKey(question.hash);
  return batched(keyOf, async (questions) => {
    const { rows } = await database.query<{
      token_hash: Buffer;
      pseudonym: Buffer;
      state: string;
      user_key: string;
      blocked: boolean | null;
    }>(
      `select token.token_hash, token.pseudonym, participant.state, token.user_key, mobile_limits.blocked
       from unnest($2::bytea[], $3::timestamptz[]) as asked (token_hash, at)
       join inaam.token on token.campaign = $1 and token.token_hash = asked.token_hash
         and token.revoked_at is null and asked.at < token.expires_at
       join inaam.participant on participant.campaign = $1 and participant.pseudonym = token.pseudonym
       left join inaam.mobile_limits on mobile_limits.campaign = $1 and mobile_limits.mobile_index = participant.mobile_index`,
      [
        campaign,
        questions.map((question) => question.hash),
        questions.map((question) => new Date(question.now)),
      ],
    );
    const found = rowsByKey(rows, (row) => rowKey(row.token_hash));
    return new Map(
      questions.map((question): [string, TokenHolder | 'none'] => {
        const row = found.get(keyOf(question));
        if (!row) return [keyOf(question), 'none'];
        const { pseudonym, state, user_key: userKey } = row;
        return [keyOf(question), { pseudonym, state, userKey, blocked: row.blocked ?? false }];
      }),
    );
  });
}
