const stepsMax = 10;

/**
 * @param text the formatted amount, `₹10`
 * @returns the texts to count through, ending with `text`; only `text` if its digits are grouped
 */
export function countUpTexts(text: string, amount: number): string[] {
  if (!text.includes(String(amount))) return [text];
  const steps = Math.min(stepsMax, amount);
  return Array.from({ length: steps }, (_, step) =>
    text.replace(String(amount), String(Math.ceil((amount * (step + 1)) / steps))),
  );
}
