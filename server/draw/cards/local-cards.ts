import { readCommitment } from '../commitments.sql.ts';
import type { Database } from '../../database/database.ts';
import { DrawUnavailable, type ReadCards } from '../read-cards.sql.ts';
import { BoundDraws, LedgerBroken } from './bound-draws.ts';

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
