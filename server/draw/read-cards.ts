import { InaamError } from '../platform/errors.ts';

/** @throws DrawUnavailable */
type ReadByNumber = (drawNumbers: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Both by draw number, for numbers that the ledger has bound. */
export type ReadCards = ReadByNumber & {
  /** Which question is asked. Without it: as if `draw` did not answer. */
  questions?: ReadByNumber;
};

/** Nothing was decided. Repeating the call grants what was promised. */
export class DrawUnavailable extends InaamError {
  override name = 'DrawUnavailable';
}
