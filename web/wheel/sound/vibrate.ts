export type Vibrate = (pattern: readonly number[]) => void;

/** Nothing before the first touch, under reduced motion, or where the phone can't. */
export const vibrate: Vibrate = (pattern) => {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isTouched = navigator.userActivation?.hasBeenActive ?? false;
  if (!('vibrate' in navigator) || isReduced || !isTouched) return;
  navigator.vibrate([...pattern]);
};
