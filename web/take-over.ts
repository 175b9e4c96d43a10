// Takes the page over from its first paint (`first-paint.tsx`), which stands until the app knows what to show: what was
// typed into it meanwhile is kept as if it had been typed into the form, and then it goes. Draws nothing.
import type { AppParts } from './app-parts.ts';

/** @param paint the page's element `#first-paint`. */
export function takeOver(
  paint: Element,
  { gate, drafts }: Pick<AppParts, 'gate' | 'drafts'>,
): void {
  const settle = () => {
    if (gate.store.getState().phase === 'starting') return;
    end();
    const typed = typedInto(paint);
    // What is empty may be so because there was no form: it says nothing.
    if (Object.keys(typed).length > 0) drafts.keep('registration', typed);
    paint.remove();
  };
  const end = gate.store.subscribe(settle);
  settle();
}

function typedInto(paint: Element) {
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
