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
  expected: unknown,
  found: unknown = 'something else',
): asserts isRight {
  if (!isRight)
    throw new Mismatch(place, { what, expected: String(expected), found: String(found) });
}

export function requireEqual(place: Place, what: string, expected: unknown, found: unknown): void {
  requireThat(expected === found, place, what, expected ?? 'missing', found ?? 'missing');
}
