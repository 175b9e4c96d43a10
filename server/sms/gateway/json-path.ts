/** @returns undefined where there is no text, number or truth value */
export function textAtPath(json: unknown, place: string): string | undefined {
  let value: unknown = json;
  for (const name of place === '' ? [] : place.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    const property: { value?: unknown } | undefined = Object.getOwnPropertyDescriptor(value, name);
    value = property?.value;
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
