import { batched, type Batched } from './batch.ts';
import type { Connection, Database } from './database.ts';
import { rowKey, rowsByKey } from './row-key.ts';

/** Tokens of one participant that may be valid at once (Protocol: Keys). */
const tokensMax = 2;

export type TokenQuestion = { hash: Buffer; now: number };
export type AuthenticatedParticipant = {
  pseudonym: Buffer;
  state: string;
  userKey: string;
  blocked: boolean;
};

export function readTokens(
  database: Database,
  campaign: string,
): Batched<TokenQuestion, AuthenticatedParticipant | 'none'> {
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
       from unnest($2::bytea[], $3::timestamptz[]) as question (token_hash, at)
       join inaam.token on token.campaign = $1 and token.token_hash = question.token_hash
         and token.revoked_at is null and question.at < token.expires_at
       join inaam.participant on participant.campaign = $1 and participant.pseudonym = token.pseudonym
       left join inaam.mobile_limits
         on mobile_limits.campaign = $1 and mobile_limits.mobile_index = participant.mobile_index`,
      [
        campaign,
        questions.map((question) => question.hash),
        questions.map((question) => new Date(question.now)),
      ],
    );
    const found = rowsByKey(rows, (row) => rowKey(row.token_hash));
    return new Map(
      questions.map((question): [string, AuthenticatedParticipant | 'none'] => {
        const row = found.get(keyOf(question));
        if (!row) return [keyOf(question), 'none'];
        const { pseudonym, state, user_key: userKey } = row;
        return [keyOf(question), { pseudonym, state, userKey, blocked: row.blocked ?? false }];
      }),
    );
  });
}

export type NewToken = {
  pseudonym: Buffer;
  userKey: string;
  now: number;
  token: { hash: Buffer; expiresAt: number };
};

/** Revokes all but the newest two. Lock the participants first, or the count races. */
export async function issueTokens(
  connection: Connection,
  campaign: string,
  issued: readonly NewToken[],
): Promise<void> {
  if (issued.length === 0) return;
  const pseudonyms = issued.map(({ pseudonym }) => pseudonym);
  await connection.query(
    `insert into inaam.token (campaign, token_hash, pseudonym, user_key, created_at, expires_at)
     select $1, * from unnest($2::bytea[], $3::bytea[], $4::text[], $5::timestamptz[], $6::timestamptz[])`,
    [
      campaign,
      issued.map(({ token }) => token.hash),
      pseudonyms,
      issued.map(({ userKey }) => userKey),
      issued.map(({ now }) => new Date(now)),
      issued.map(({ token }) => new Date(token.expiresAt)),
    ],
  );
  await connection.query(
    `update inaam.token set revoked_at = now()
     from (select campaign, token_hash,
                  row_number() over (partition by pseudonym order by number desc) as age
           from inaam.token
           where campaign = $1 and pseudonym = any ($2::bytea[]) and revoked_at is null) as valid
     where token.campaign = valid.campaign and token.token_hash = valid.token_hash and valid.age > $3`,
    [campaign, pseudonyms, tokensMax],
  );
}
