/** @returns whether a person has used the page since it was last asked */
export function watchInput(page: EventTarget): () => boolean {
  let hasInput = false;
  for (const kind of ['keydown', 'pointerdown', 'wheel']) {
    page.addEventListener(kind, () => (hasInput = true), { capture: true, passive: true });
  }
  return () => {
    const had = hasInput;
    hasInput = false;
    return had;
  };
}
