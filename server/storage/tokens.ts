// Who an access token speaks for. Reads only; tokens are made by verifications.ts.
import type { Database } from './database.ts';
import { many, type Many } from './many.ts';
import { byKey, column, keyed, moment } from './rows.ts';

export type TokenQuestion = { hash: Buffer; now: number };
export type TokenHolder = { pseudonym: Buffer; state: string; userKey: string; blocked: boolean };

/** Reads the holders of tokens that are alive; `none` for all others. */
export function readTokens(
  database: Database,
  campaign: string,
): Many<TokenQuestion, TokenHolder | 'none'> {
  const keyOf = (question: TokenQuestion) => keyed(question.hash);
  return many(keyOf, async (questions) => {
    const { rows } = await database.query<{
      token_hash: Buffer;
      pseudonym: Buffer;
      state: string;
      user_key: string;
      blocked: boolean | null;
    }>(
      `select token.token_hash, token.pseudonym, participant.state, token.user_key, number.blocked
       from unnest($2::bytea[], $3::timestamptz[]) as asked (token_hash, at)
       join inaam.token on token.campaign = $1 and token.token_hash = asked.token_hash
         and token.revoked_at is null and asked.at < token.expires_at
       join inaam.participant on participant.campaign = $1 and participant.pseudonym = token.pseudonym
       left join inaam.number on number.campaign = $1 and number.number_index = participant.number_index`,
      [
        campaign,
        column(questions, (question) => question.hash),
        column(questions, (question) => moment(question.now)),
      ],
    );
    const found = byKey(rows, (row) => keyed(row.token_hash));
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
