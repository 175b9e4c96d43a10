import type { Connection } from '../../database/database.ts';

/** Whoever asks without end must not fill the table: beyond these the oldest ends. */
export const openChallengesMost = 1000;

type Challenge = {
  hash: Buffer;
  campaign: string;
  /** The hash of its token; null: to sign in. */
  invitation: Buffer | null;
};

/** Deletes those that have ended. */
export async function writeChallenge(
  database: Pick<Connection, 'query'>,
  { hash, campaign, invitation, at, expiresAt }: Challenge & { at: number; expiresAt: number },
): Promise<void> {
  await database.query(
    `delete from inaam.console_challenge where expires_at <= $1 or hash in
       (select hash from inaam.console_challenge where campaign = $3
        order by expires_at desc offset $2)`,
    [new Date(at), openChallengesMost - 1, campaign],
  );
  await database.query(
    `insert into inaam.console_challenge (hash, campaign, invitation, expires_at)
     values ($1, $2, $3, $4)`,
    [hash, campaign, invitation, new Date(expiresAt)],
  );
}

/** Once. @returns false if it was not given out, has ended, or is for something else */
export async function takeChallenge(
  database: Pick<Connection, 'query'>,
  { hash, campaign, invitation, at }: Challenge & { at: number },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `delete from inaam.console_challenge
     where hash = $1 and campaign = $2 and invitation is not distinct from $3 and expires_at > $4`,
    [hash, campaign, invitation, new Date(at)],
  );
  return rowCount === 1;
}
