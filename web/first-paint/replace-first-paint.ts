import { attempt } from '../optional.ts';
import type { AppContext } from '../app/app-context.ts';
import { readTypedRegistration } from './typed-registration.ts';
import { readPress, repeatPress } from './repeat-press.ts';

/** Resolves once the app has a page in `root`, before that page is painted. */
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
  const { entry, drafts } = app;
  // From here on the app shows its own progress.
  for (const id of ['press-wait', 'cannot-start']) document.querySelector(`#${id}`)?.remove();
  const keepTyped = () => {
    if (entry.store.getState().phase === 'starting') return;
    unsubscribe();
    const typed = readTypedRegistration(paint);
    // An empty draft would overwrite the stored one if the first paint had no form.
    if (Object.keys(typed).length > 0) drafts.keep('registration', typed);
  };
  const unsubscribe = entry.store.subscribe(keepTyped);
  keepTyped();
  await pageShown(root);
  const press = readPress(paint);
  paint.remove();
  if (press) attempt(() => repeatPress(press, root, app));
}
