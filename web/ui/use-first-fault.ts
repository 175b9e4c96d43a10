// Sends the focus to the first field with a fault, once for each time a form was found wanting.
import { useLayoutEffect, type RefObject } from 'react';

/** @param findings how many times so far. */
export function useFirstFault(form: RefObject<HTMLFormElement | null>, findings: number): void {
  useLayoutEffect(() => {
    if (findings === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, findings]);
}
