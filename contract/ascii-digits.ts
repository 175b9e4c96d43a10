/** Scripts whose digit zero ends in 6 and not in 0: those of India, Sinhala and Limbu. */
const endsInSix = /[\u0900-\u0DFF\u1946-\u194F]/;

/** Digits of any script as 0 to 9, as its keyboard types them. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const end = digit.charCodeAt(0) & 15;
    // A letter for mathematics takes two.
    return digit.length > 1 ? digit : String(endsInSix.test(digit) ? end - 6 : end);
  });
}
