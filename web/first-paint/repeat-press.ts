// Repeats in the app a press of a button in the first paint.
import type { AppContext } from '../app/app-context.ts';
import { openDialogs } from '../ui/open-dialogs.ts';

export type Press = { readonly label: string; readonly submits: boolean };

/** As recorded by start-watch.js. */
export function readPress(paint: Element): Press | undefined {
  const button = paint.querySelector('button[aria-busy]');
  return button === null
    ? undefined
    : { label: labelOf(button), submits: button.hasAttribute('data-submits') };
}

/** Submitting waits for a Yes to the notice. Does nothing if the button is missing. */
export function repeatPress(press: Press, root: Element, { entry, session }: AppContext): void {
  const isDue = () =>
    !press.submits ||
    (session.getState().isConsentGiven && openDialogs.getState().ids.length === 0);
  const tryToPress = () => {
    if (entry.store.getState().phase !== 'admitted') return observer.disconnect();
    const buttons = [...root.querySelectorAll<HTMLElement>('.page button')];
    const button = buttons.find((one) => labelOf(one) === press.label);
    if (buttons.length === 0) return undefined;
    // Another screen may have the same button later, but nobody pressed that one.
    if (button === undefined) return observer.disconnect();
    if (!isDue()) return undefined;
    observer.disconnect();
    // After React's current update.
    setTimeout(() => button.click());
    return undefined;
  };
  const observer = new MutationObserver(tryToPress);
  observer.observe(root, { childList: true, subtree: true });
  tryToPress();
}

const labelOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent ?? '';
