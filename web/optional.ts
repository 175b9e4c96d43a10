// Optional browser features may be missing, replaced by an extension or in-app browser, throw, or
// return nonsense. The page works without them.

/** @returns `otherwise` if it throws */
export function attempt<T>(act: () => T): T | undefined;
export function attempt<T>(act: () => T, otherwise: T): T;
export function attempt<T>(act: () => T, otherwise?: T): T | undefined {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

export const prefersReducedMotion = (): boolean =>
  attempt(() => matchMedia('(prefers-reduced-motion: reduce)').matches, false);

type Observer = { observe: (element: Element) => void; disconnect: () => void };

/** @returns a function that ends it */
export function observe(create: () => Observer, elements: readonly Element[]): () => void {
  const observer = attempt(() => {
    const created = create();
    for (const element of elements) created.observe(element);
    return created;
  });
  return () => attempt(() => observer?.disconnect());
}

export function animate(
  element: Element,
  frames: Keyframe[] | PropertyIndexedKeyframes,
  options: KeyframeAnimationOptions,
): Animation | undefined {
  const animation = attempt(() => element.animate(frames, options));
  return typeof animation?.cancel === 'function' ? animation : undefined;
}
