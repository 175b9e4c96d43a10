// The form of the first paint, which the app's own replaces.
import type { TypedRegistration } from '../../api/calls.ts';

/** Its fields that are filled in. */
export function readTypedBefore(): Partial<TypedRegistration> {
  const fields = Array.from(
    document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '#first-paint .registration input, #first-paint .registration select',
    ),
  );
  const filled = fields.filter(({ type, value }) => type !== 'checkbox' && value !== '');
  const isAgreed = fields.some((field) => field.matches(':checked'));
  return {
    ...Object.fromEntries(filled.map(({ name, value }) => [name, value])),
    ...(isAgreed ? { isAgreed } : {}),
  };
}

/**
 * The field that has the focus there gets it here, with the caret.
 * @param texts of this form's fields by name
 */
export function takeFocus(form: HTMLFormElement, texts: Readonly<Record<string, unknown>>): void {
  const before = document.activeElement;
  const name = before?.closest('#first-paint') ? before.getAttribute('name') : null;
  const field = name && form.querySelector<HTMLInputElement>(`[name=${name}]`);
  if (!field) return;
  field.focus({ preventScroll: true });
  if (!(before instanceof HTMLInputElement) || before.selectionEnd === null) return;
  // React leaves a field alone that has its text, and so the caret.
  field.value = String(texts[name]);
  const caret = Math.max(0, before.selectionEnd + field.value.length - before.value.length);
  field.setSelectionRange(caret, caret);
}
