import type { AppContext } from '../app/app-context.ts';

export function replaceFirstPaint(
  paint: Element,
  { entry, drafts }: Pick<AppContext, 'entry' | 'drafts'>,
): void {
  const replace = () => {
    if (entry.store.getState().phase === 'starting') return;
    unsubscribe();
    const typed = readTyped(paint);
    // An empty draft would overwrite the stored one when the first paint had no form.
    if (Object.keys(typed).length > 0) drafts.keep('registration', typed);
    paint.remove();
  };
  const unsubscribe = entry.store.subscribe(replace);
  replace();
}

function readTyped(paint: Element) {
  const valueOf = (name: string) => {
    const field = paint.querySelector(`[name="${name}"]`);
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      ? field.value
      : '';
  };
  const texts = { name: valueOf('name'), mobile: valueOf('mobile'), state: valueOf('state') };
  const box = paint.querySelector('[name="agree1"]');
  const isAgreed = box instanceof HTMLInputElement && box.checked;
  const filled = Object.entries(texts).filter(([, text]) => text !== '');
  return { ...Object.fromEntries(filled), ...(isAgreed ? { isAgreed } : {}) };
}
