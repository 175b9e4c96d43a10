// Sends the focus to the first field with a fault, once for each time a form was found wanting.
import { useLayoutEffect, type RefObject } from 'react';

/** @param findings how many times so far. */
export function useFocusFirstError(
  form: RefObject<HTMLFormElement | null>,
  findings: number,
): void {
  useLayoutEffect(() => {
    if (findings === 0) return;
    // A group's fault stands at the group; its first choice takes the focus.
    const found = form.current?.querySelector('[aria-invalid="true"]');
    const control = found instanceof HTMLFieldSetElement ? found.querySelector('input') : found;
    if (control instanceof HTMLElement) control.focus();
  }, [form, findings]);
}
