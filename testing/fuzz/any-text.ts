import fc from 'fast-check';

/**
 * Any code points, including lone surrogates. fast-check's unit `binary` first lists all of them,
 * which takes seconds in each process.
 */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10_ffff), maxLength === undefined ? {} : { maxLength })
    .map((points) => String.fromCodePoint(...points));
