/**
 * Keeps the digits of numbers that a double has not: some providers' ids are numbers of 19 digits.
 * @returns undefined for what is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, withAllDigits);
  } catch {
    return undefined;
  }
}

function withAllDigits(_name: string, value: unknown, of?: { source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? (of?.source ?? value) : value;
}
