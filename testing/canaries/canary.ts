// Marked values, and the search for them. Each carries a mark that nothing else contains, so that
// one pass over a text or a file finds any of thousands.

export type Canaries = {
  mobiles: Set<string>;
  /** Codes, access tokens and data keys: they have no mark of ours. */
  secrets: Set<string>;
};

const marks = {
  name: 'Quillfeather',
  email: 'zebedee-canary',
  voucher: 'CANARYV',
} as const;

/** In clear, in hex and in the three ways in which base64 may spell it. */
const spellings = Object.values(marks).flatMap((mark) => {
  const bytes = Buffer.from(mark);
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      // Letters that also spell what is next to the mark.
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [mark, bytes.toString('hex'), ...shifted];
});
const marked = new RegExp(
  spellings.map((spelling) => spelling.replaceAll('+', '\\+')).join('|'),
  'i',
);

export const canaryName = (at: number): string =>
  `Zebedee ${marks.name} ${Array.from(String(at), (digit) => 'abcdefghij'[Number(digit)]).join('')}`;
export const canaryEmail = (at: number): string => `${marks.email}${at}@mail.example`;
export const canaryVoucher = (amount: number, at: number): string =>
  `${marks.voucher}-${amount}-${at}`;

export function newCanaries(): Canaries {
  return { mobiles: new Set(), secrets: new Set() };
}

/**
 * @param isFile the bytes of a file, where any letter may be next to a value
 * @returns what was found, for a report that quotes none of it; undefined if nothing was
 */
export function canaryIn(
  text: string,
  { mobiles, secrets }: Canaries,
  isFile = false,
): string | undefined {
  if (marked.test(text)) return 'a name, an email or a voucher code';
  // In the hex of a dump ten digits are no mobile.
  const mobile = isFile ? /(?<!\d)[5-9]\d{9}(?!\d)/g : /(?<![\da-f])[5-9]\d{9}(?![\da-f])/gi;
  for (const [number] of text.matchAll(mobile)) {
    if (mobiles.has(number)) return 'a mobile';
  }
  for (const [word] of text.matchAll(/(?<![\w-])(?:\d{6}|[\w-]{43})(?![\w-])/g)) {
    if (secrets.has(word)) return 'a code, a token or a data key';
  }
  return undefined;
}
