import type { TypedRegistration } from '../api/calls.ts';

/** Reads the fields of the first paint that are filled in. */
export function readTypedRegistration(paint: Element): Partial<TypedRegistration> {
  const fields = Array.from(
    paint.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form input, form select'),
  );
  const isBox = (field: Element) => field.matches('[type="checkbox"]');
  const filled = fields.filter((field) => !isBox(field) && field.value !== '');
  const isAgreed = fields.some((field) => field.matches(':checked'));
  return {
    ...Object.fromEntries(filled.map(({ name, value }) => [name, value])),
    ...(isAgreed ? { isAgreed } : {}),
  };
}
