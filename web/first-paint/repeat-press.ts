// A button that was pressed in the first paint is pressed again in the app.
import type { AppContext } from '../app/app-context.ts';
import { openDialogs } from '../ui/open-dialogs.ts';

export type Press = { readonly label: string; readonly submits: boolean };

/** As start-watch.js recorded it. */
export function readPress(paint: Element): Press | undefined {
  const button = paint.querySelector('button[aria-busy]');
  return button === null
    ? undefined
    : { label: labelOf(button), submits: button.hasAttribute('data-submits') };
}

/** Submitting waits for a Yes to the notice. Without the button nothing happens. */
export function repeatPress(press: Press, { entry, session }: AppContext): void {
  const root = document.querySelector('#root');
  if (root === null) return;
  const isDue = () =>
    !press.submits ||
    (session.getState().isConsentGiven && openDialogs.getState().ids.length === 0);
  const tryToPress = () => {
    if (entry.store.getState().phase !== 'admitted') return observer.disconnect();
    const buttons = [...root.querySelectorAll<HTMLElement>('.page button')];
    const button = buttons.find((one) => labelOf(one) === press.label);
    if (buttons.length === 0) return undefined;
    // On another screen there may later be such a button, but nobody pressed that one.
    if (button === undefined) return observer.disconnect();
    if (!isDue()) return undefined;
    observer.disconnect();
    // After React has finished the present update.
    setTimeout(() => button.click());
    return undefined;
  };
  const observer = new MutationObserver(tryToPress);
  observer.observe(root, { childList: true, subtree: true });
}

const labelOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent ?? '';
