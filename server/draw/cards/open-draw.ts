import { InaamError } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import {
  secretHash,
  type DrawDocument,
  drawSecretOf,
  type DrawParts,
} from '../commitment.rules.ts';
import { NotCommitted, readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { BoundDraws, LedgerBroken } from './bound-draws.ts';
import { followLedger } from './follow-ledger.ts';
import { openHeadFile, type HeadFile } from './head-file.ts';
import { DrawUnavailable, type ReadCards } from '../read-cards.sql.ts';

class WrongDrawSecret extends InaamError {
  override name = 'WrongDrawSecret';
}

export type DrawOptions = {
  database: Database;
  campaign: string;
  parts: DrawParts;
  /** Undefined: the head is forgotten when this process ends. */
  headFile: string | undefined;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export type OpenDraw = { draws: BoundDraws; close: () => Promise<void> };

function wrongParts(
  [one, two]: DrawParts,
  { secretPartsSha256: [first, second], secretSha256 }: DrawDocument,
): string[] {
  const wrong = [
    ...(secretHash(one) === first ? [] : ['DRAW_PART_ONE']),
    ...(secretHash(two) === second ? [] : ['DRAW_PART_TWO']),
  ];
  if (wrong.length > 0 || secretHash(drawSecretOf([one, two])) === secretSha256) return wrong;
  return ['the secret that both parts make'];
}

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
  const { database, campaign, parts, log } = options;
  const commitment = await readCommitment(database, campaign);
  if (!commitment) {
    throw new NotCommitted(
      `Campaign "${campaign}" has not committed to its draw. Run: npm run operator -- draw commit`,
    );
  }
  const wrong = wrongParts(parts, commitment.document);
  if (wrong.length > 0) {
    throw new WrongDrawSecret(
      `Not what campaign "${campaign}" has committed to: ${wrong.join(', ')}. Its holder has the right one.`,
    );
  }
  const secret = drawSecretOf(parts);
  const { headFile } = options;
  const head = headFile === undefined ? none : await openHeadFile(headFile, commitment.hash);
  try {
    const { earlier, remember } = head;
    if (!earlier && headFile !== undefined) {
      log.warn({}, 'DRAW_HEAD_FILE is new: what an earlier process has read is not known.');
    }
    const draws = new BoundDraws({ database, commitment, secret, earlier, remember });
    await draws.readNewEntries();
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

/** Computes the cards in this process, which therefore has the secret. For tests and `simulate`. */
export function localCards(database: Database, campaign: string, secret: Uint8Array): ReadCards {
  let draws: BoundDraws | undefined;
  return async (drawNumbers) => {
    if (!draws) {
      const commitment = await readCommitment(database, campaign);
      if (!commitment) throw new DrawUnavailable('The campaign has not committed to a draw.');
      draws = new BoundDraws({ database, commitment, secret });
    }
    try {
      return await draws.cardsOf(drawNumbers);
    } catch (error) {
      if (!(error instanceof LedgerBroken)) throw error;
      throw new DrawUnavailable(error.message, { cause: error });
    }
  };
}
