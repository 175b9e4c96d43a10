import { InaamError } from '../platform/errors.ts';

/** The pseudonym, in hex, to which `serve` has bound the number. */
export type BoundDraw = readonly [drawNumber: number, pseudonym: string];

/** @throws DrawUnavailable */
type ReadByNumber = (draws: readonly BoundDraw[]) => Promise<ReadonlyMap<number, number>>;

/** Both by draw number, for numbers that the ledger has bound to the same pseudonym. */
export type ReadCards = ReadByNumber & {
  /** By which of so many a right answer adds. Without it: as if `draw` did not answer. */
  asked?: ReadByNumber;
};

/** Nothing was decided. Repeating the call grants what was promised. */
export class DrawUnavailable extends InaamError {
  override name = 'DrawUnavailable';
}
