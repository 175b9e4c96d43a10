import { lawPlace, type DrawDocument } from './commitment-document.ts';
import type { Granted, Verified } from './ledger-entry.ts';

/** A promise as one number: a kind without a card, a fixed reward, or a draw. */
const [none, reserve, firstLaw] = [0, 1, 2] as const;

export function numberOfPromise(
  { promise, state, day, draw }: Verified | Granted,
  document: DrawDocument,
): number {
  if (promise === 'none') return none;
  if (promise === 'reserve') return reserve;
  if (promise === 'fixed') return firstLaw + Math.max(0, lawPlace(document, state, day));
  return firstLaw + document.fixed.length + draw;
}

export function promiseOfNumber(promise: number, { fixed }: DrawDocument) {
  if (promise === none) return { promise: 'none', draw: -1 };
  if (promise === reserve) return { promise: 'reserve', draw: -1 };
  const draw = promise - firstLaw - fixed.length;
  if (draw >= 0) return { promise: 'chance', draw };
  return { promise: 'fixed', draw: -1, law: promise - firstLaw };
}
