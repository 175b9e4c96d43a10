import type { Connection } from '../database.ts';

/** Whoever asks without end must not fill the table; 1000 are as many sign-ins in five minutes. */
export const openChallengesMost = 1000;

type Challenge = {
  hash: Buffer;
  campaign: string;
  /** The hash of its token; null: to sign in. */
  invitation: Buffer | null;
};

/** Deletes those that have ended. @returns false if too many are open */
export async function writeChallenge(
  database: Pick<Connection, 'query'>,
  { hash, campaign, invitation, at, expiresAt }: Challenge & { at: number; expiresAt: number },
): Promise<boolean> {
  await database.query('delete from inaam.console_challenge where expires_at <= $1', [
    new Date(at),
  ]);
  const { rowCount } = await database.query(
    `insert into inaam.console_challenge (hash, campaign, invitation, expires_at)
     select $1, $2, $3, $4
     where (select count(*) from inaam.console_challenge) < $5`,
    [hash, campaign, invitation, new Date(expiresAt), openChallengesMost],
  );
  return rowCount === 1;
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
