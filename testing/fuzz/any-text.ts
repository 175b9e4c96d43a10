import fc from 'fast-check';

/**
 * Any code points, halves of pairs too. fast-check's own unit `binary` lists all of them first,
 * which takes seconds in each process.
 */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc
    .array(fc.nat(0x10_ffff), maxLength === undefined ? {} : { maxLength })
    .map((points) => String.fromCodePoint(...points));
