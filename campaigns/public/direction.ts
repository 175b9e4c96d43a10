export type Direction = 'ltr' | 'rtl';

const rightToLeft = new Set(['Arab', 'Hebr', 'Thaa', 'Nkoo', 'Syrc', 'Adlm', 'Rohg']);

/** Direction of the script in which the language is usually written. */
export function directionOf(language: string): Direction {
  return rightToLeft.has(scriptOf(language)) ? 'rtl' : 'ltr';
}

/** ISO 15924, such as `Taml`. */
export function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? 'Latn';
}
