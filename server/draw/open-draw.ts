import { InaamError } from '../errors.ts';
import type { Log } from '../operations/log.ts';
import { secretHash } from '../rules/commitment.ts';
import { NotCommitted, readCommitment } from '../storage/commitments.ts';
import type { Database } from '../storage/database.ts';
import { BoundDraws } from './bound-draws.ts';
import { followLedger } from './follow-ledger.ts';
import { openHeadFile, type HeadFile } from './head-file.ts';

class WrongDrawSecret extends InaamError {
  override name = 'WrongDrawSecret';
}

export type DrawOptions = {
  database: Database;
  campaign: string;
  secret: Uint8Array;
  /** Undefined: nothing is remembered beyond this process. */
  headFile: string | undefined;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export type OpenDraw = { draws: BoundDraws; close: () => Promise<void> };

const none: HeadFile = {
  earlier: undefined,
  remember: async () => undefined,
  close: async () => undefined,
};

/**
 * Reads the whole ledger before it returns, then follows it.
 * @throws NotCommitted, WrongDrawSecret, HeadFileError, LedgerBroken
 */
export async function openDraw(options: DrawOptions): Promise<OpenDraw> {
  const { database, campaign, secret, log } = options;
  const commitment = await readCommitment(database, campaign);
  if (!commitment) {
    throw new NotCommitted(
      `Campaign "${campaign}" has not committed to its draw. Run: npm run operator -- draw commit`,
    );
  }
  if (secretHash(secret) !== commitment.document.secretSha256) {
    throw new WrongDrawSecret(
      `DRAW_SECRET is not the one that campaign "${campaign}" has committed to. Use the one that was committed to.`,
    );
  }
  const { headFile } = options;
  const head = headFile === undefined ? none : await openHeadFile(headFile, commitment.hash);
  try {
    const { earlier, remember } = head;
    if (!earlier && headFile !== undefined) {
      log.warn({}, 'DRAW_HEAD_FILE is new: what an earlier process has read is not known.');
    }
    const draws = new BoundDraws({ database, commitment, secret, earlier, remember });
    await draws.catchUp();
    const follower = followLedger(draws, log);
    return {
      draws,
      close: async () => {
        await follower.stop();
        await head.close();
      },
    };
  } catch (error) {
    await head.close();
    throw error;
  }
}
