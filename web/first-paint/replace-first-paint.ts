import { attempt } from '../optional.ts';
import type { AppContext } from '../app/app-context.ts';
import { readTypedBefore } from '../features/registration/typed-before.ts';
import { openDialogs } from '../ui/open-dialogs.ts';

/** @public Resolves once the app has a page in `root`, before that page is painted. */
export function pageShown(root: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (root.querySelector('main') === null) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(root, { childList: true, subtree: true });
  });
}

/** HOME as HTML stays until the app's own page is there. */
export async function replaceFirstPaint(
  paint: Element,
  root: Element,
  app: AppContext,
): Promise<void> {
  // From here on the app shows its own progress.
  for (const id of ['press-wait', 'cannot-start']) document.querySelector(`#${id}`)?.remove();
  await pageShown(root);
  const typed = readTypedBefore();
  // An empty draft would hold back the Back button.
  if (Object.keys(typed).length > 0) app.drafts.keep('registration', typed);
  const press = readPress(paint);
  paint.remove();
  if (press) attempt(() => repeatPress(press, root, app));
}

/** A press of a button in the first paint, which the app repeats. */
type Press = { readonly label: string; readonly submits: boolean };

/** As recorded by start-watch.js. */
function readPress(paint: Element): Press | undefined {
  const button = paint.querySelector('button[aria-busy]');
  return button === null
    ? undefined
    : { label: labelOf(button), submits: button.hasAttribute('data-submits') };
}

/**
 * Submitting waits for a Yes to the notice. Does nothing if the button is missing, or for the
 * shopper after this one.
 */
function repeatPress(press: Press, root: Element, { entry, session, round }: AppContext): void {
  const isDue = () =>
    !press.submits ||
    (session.getState().isConsentGiven && openDialogs.getState().ids.length === 0);
  const tryToPress = () => {
    const isOver = round.signal.aborted || entry.store.getState().phase !== 'admitted';
    if (isOver) return observer.disconnect();
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
