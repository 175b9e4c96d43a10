/**
 * The digit zero of Arabic, Persian and Urdu, of the scripts of India, and in full width. The other
 * nine follow each.
 */
const zeros = Array.from(
  '\u0660\u06F0\u0966\u09E6\u0A66\u0AE6\u0B66\u0BE6\u0C66\u0CE6\u0D66\uFF10',
  (zero) => zero.charCodeAt(0),
);

/** As a keyboard of that language types them. Of the same length, so that carets stay valid. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
