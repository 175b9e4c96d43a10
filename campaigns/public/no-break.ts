/**
 * A number with its word: `10-digit`, `6 May`, `1,000 cards`, `1800 000 0000`, `Rs. 10`; in
 * Bengali, Malayalam and Tamil also a word and its ending: `SMS-এ`, `Rao-ന്`; in Malayalam and
 * Kannada, which put the month before the day, the date; in Hindi, Marathi and Urdu two forms of a
 * word: `का/की`. Includes following punctuation, so that no line begins with a comma.
 */
const belonging =
  /(?:[\p{Script=Devanagari}\p{Script=Arabic}]+\/[\p{Script=Devanagari}\p{Script=Arabic}]+|\b\d{4},? [\p{Script=Malayalam}\u200C\u200D]+ \d{1,2}\b(?:-[\p{Script=Malayalam}\u200C\u200D]+)?|[\p{Script=Kannada}\u200C\u200D]+ \d{1,2}, \d{4}\b|₹?[A-Za-z0-9]+-[\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Tamil}\u200C\u200D]+|\bRs\. ?\d+|₹\d+|\+?\b\d+(?:[ ,]\d+)*\b(?:[ -][\p{L}\p{M}\u200C\u200D]+)?)[.,:;!?।،؛؟۔]*/gu;

export type Piece = { text: string; isNoBreak: boolean };

/**
 * Splits a text into parts that may break across lines and parts that must not. Joined, the parts
 * give the text.
 */
export function splitNoBreak(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(belonging)) {
    const [part] = match;
    // A part without a possible break stays in the surrounding text.
    if (!/[ /-]/.test(part)) continue;
    pieces.push({ text: text.slice(end, match.index), isNoBreak: false });
    pieces.push({ text: part, isNoBreak: true });
    end = match.index + part.length;
  }
  pieces.push({ text: text.slice(end), isNoBreak: false });
  return pieces.filter((piece) => piece.text !== '');
}
