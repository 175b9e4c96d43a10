import { InaamError } from '../../errors.ts';

/**
 * Amounts by draw number, of numbers that the ledger has bound.
 * @throws DrawUnavailable
 */
export type ReadCards = (drawNumbers: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Nothing was decided: what was promised is granted when the call is repeated. */
export class DrawUnavailable extends InaamError {
  override name = 'DrawUnavailable';
}
