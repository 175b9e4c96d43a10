import { InaamError } from '../platform/errors.ts';

/**
 * Returns amounts by draw number, for numbers that the ledger has bound.
 * @throws DrawUnavailable
 */
export type ReadCards = (drawNumbers: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Nothing was decided. Repeating the call grants what was promised. */
export class DrawUnavailable extends InaamError {
  override name = 'DrawUnavailable';
}
