import { gsm7Codes } from '@inaam/campaigns/sms/gsm7.ts';

export type EncodedText = {
  /** 0: the SMSC's alphabet, which is GSM 7 bit, a septet in each byte; 8: UCS-2. */
  dataCoding: 0 | 8;
  segments: readonly Buffer[];
};

/** Bytes of the only segment, and of one of several, which need room for a header. */
const room = { 0: { one: 160, many: 153 }, 8: { one: 140, many: 134 } } as const;

export function encodeText(text: string): EncodedText {
  const letters = Array.from(text);
  const codes = letters.map(gsm7Codes);
  const isGsm7 = codes.every((code) => code !== undefined);
  const dataCoding = isGsm7 ? 0 : 8;
  const parts = isGsm7
    ? codes.map((code) => Buffer.from(code ?? []))
    : letters.map((letter) => Buffer.from(letter, 'utf16le').swap16());
  return { dataCoding, segments: segmentsOf(parts, room[dataCoding]) };
}

/** A letter that takes several bytes is never torn apart. */
function segmentsOf(
  letters: readonly Buffer[],
  { one, many }: { one: number; many: number },
): Buffer[] {
  const all = Buffer.concat(letters);
  if (all.length <= one) return [all];
  const segments: Buffer[][] = [[]];
  let bytes = 0;
  for (const letter of letters) {
    if (bytes + letter.length > many) {
      segments.push([]);
      bytes = 0;
    }
    segments.at(-1)?.push(letter);
    bytes += letter.length;
  }
  return segments.map((parts) => Buffer.concat(parts));
}
