/** Scripts whose digit zero ends in 6 instead of 0: those of India, Sinhala and Limbu. */
const endsInSix = /[\u0900-\u0DFF\u1946-\u194F]/;

/** Converts digits of any script to 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const end = digit.charCodeAt(0) & 15;
    // A mathematical digit takes two units.
    return digit.length > 1 ? digit : String(endsInSix.test(digit) ? end - 6 : end);
  });
}
