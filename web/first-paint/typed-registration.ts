import type { Registration } from '../api/calls.ts';

/** Reads the filled-in fields of the first paint. */
export function readTypedRegistration(paint: Element): Partial<Registration> {
  const valueOf = (name: string) => {
    const field = paint.querySelector(`[name="${name}"]`);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      ? field.value
      : '';
  };
  const texts = { name: valueOf('name'), mobile: valueOf('mobile'), state: valueOf('state') };
  const box = paint.querySelector('[name="agree1"]');
  const isAgreed = box instanceof HTMLInputElement && box.checked;
  const filled = Object.entries(texts).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(filled), ...(isAgreed ? { isAgreed } : {}) };
}
