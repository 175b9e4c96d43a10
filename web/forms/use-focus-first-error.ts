import { useLayoutEffect, type RefObject } from 'react';

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
