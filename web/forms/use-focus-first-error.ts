// Moves the focus to the first field with an error after each submit that failed.
import { useLayoutEffect, type RefObject } from 'react';

/** @param failedSubmits how many so far */
export function useFocusFirstError(
  form: RefObject<HTMLFormElement | null>,
  failedSubmits: number,
): void {
  useLayoutEffect(() => {
    if (failedSubmits === 0) return;
    const invalid = form.current?.querySelector('[aria-invalid="true"]');
    const control =
      invalid instanceof HTMLFieldSetElement ? invalid.querySelector('input') : invalid;
    if (control instanceof HTMLElement) control.focus();
  }, [form, failedSubmits]);
}
