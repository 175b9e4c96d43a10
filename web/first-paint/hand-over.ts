// What the first paint hands over to the app.
import type { TypedRegistration } from '../api/calls.ts';

/**
 * The app's state is an attribute of the document, shared by the page's scripts and the app.
 * @param state start-watch.js says `refused`: this browser cannot run the app; and `busy`: the
 * server does not send it now.
 */
export function setAppState(state: 'fetching' | 'busy' | 'started' | 'refused'): void {
  document.documentElement.dataset['app'] = state;
  document.dispatchEvent(new Event('app-state'));
}

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
