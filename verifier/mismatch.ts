/** A number: that line of the ledger, from 1. */
export type Place = 'commitment' | 'amendments' | 'secret' | 'head' | number;
export type Fault = { readonly what: string; readonly expected: string; readonly found: string };

/** A published file is wrong. The message is one sentence, and never contains a secret. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly fault: Fault & { file: string; line: number | null; message: string };

  constructor(place: Place, { what, expected, found }: Fault) {
    const isLine = typeof place === 'number';
    const where = isLine ? `Line ${place} of the ledger` : `The ${place}`;
    super(`${where}: ${what} must be ${expected}, but is ${found}.`);
    const [file, line] = isLine ? (['ledger', place] as const) : [place, null];
    this.fault = { file, line, what, expected, found, message: this.message };
  }
}

export function requireThat(
  isRight: boolean,
  place: Place,
  what: string,
  expected: string,
  found: unknown = 'something else',
): asserts isRight {
  if (!isRight) throw new Mismatch(place, { what, expected, found: String(found) });
}

/** @param expected `undefined`: absent */
export function requireEqual(
  place: Place,
  what: string,
  expected: string | number | undefined,
  found: unknown,
): void {
  requireThat(expected === found, place, what, String(expected ?? 'missing'), found ?? 'missing');
}
