const stepsMax = 10;

/**
 * @param text the amount as it is written, `₹10`
 * @returns the same with each amount on the way up, the last one being `text`; only `text` where
 * its digits are grouped
 */
export function countUpTexts(text: string, amount: number): string[] {
  if (!text.includes(String(amount))) return [text];
  const steps = Math.min(stepsMax, amount);
  return Array.from({ length: steps }, (_, step) =>
    text.replace(String(amount), String(Math.ceil((amount * (step + 1)) / steps))),
  );
}
