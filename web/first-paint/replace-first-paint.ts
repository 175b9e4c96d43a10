import { attempt } from '../optional.ts';
import type { AppContext } from '../app/app-context.ts';
import { readTypedRegistration } from './typed-registration.ts';
import { readPress, repeatPress } from './repeat-press.ts';

export function replaceFirstPaint(paint: Element, app: AppContext): void {
  const { entry, drafts } = app;
  // From here on the app shows its own progress.
  for (const id of ['press-wait', 'cannot-start']) document.querySelector(`#${id}`)?.remove();
  const replace = () => {
    if (entry.store.getState().phase === 'starting') return;
    unsubscribe();
    const typed = readTypedRegistration(paint);
    // An empty draft would overwrite the stored one if the first paint had no form.
    if (Object.keys(typed).length > 0) drafts.keep('registration', typed);
    const press = readPress(paint);
    paint.remove();
    if (press) attempt(() => repeatPress(press, app));
  };
  const unsubscribe = entry.store.subscribe(replace);
  replace();
}
