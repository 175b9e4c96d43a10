/**
 * Puts values into the placeholders of a sentence: `fill('You have won Rs. {amount}', { amount: 5
 * })`. A placeholder without a value stays as it is.
 */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** The names of the placeholders in a sentence, in order, repeats included. */
export function placeholdersOf(sentence: string): string[] {
  return Array.from(sentence.matchAll(/\{([a-zA-Z]+)\}/g), (found) => found[1] ?? '');
}
