import type { TypedRegistration } from '../api/calls.ts';

/** Reads the fields of the first paint that are filled in. */
export function readTypedRegistration(paint: Element): Partial<TypedRegistration> {
  const fields = Array.from(
    paint.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form input, form select'),
  );
  const filled = fields.filter(({ type, value }) => type !== 'checkbox' && value !== '');
  const isAgreed = fields.some((field) => field.matches(':checked'));
  return {
    ...Object.fromEntries(filled.map(({ name, value }) => [name, value])),
    ...(isAgreed ? { isAgreed } : {}),
  };
}
