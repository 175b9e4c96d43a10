/** `fill('Rs. {amount}', { amount: 5 })`. A placeholder without a value remains. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** The placeholder names of a sentence in order, including repeats. */
export function placeholdersOf(sentence: string): string[] {
  return Array.from(sentence.matchAll(/\{([a-zA-Z]+)\}/g), (found) => found[1] ?? '');
}
