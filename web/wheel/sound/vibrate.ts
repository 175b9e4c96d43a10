import { attempt, prefersReducedMotion } from '../../optional.ts';

export type Vibrate = (pattern: readonly number[]) => void;

/** Nothing before the first touch, under reduced motion, or where the phone can't. */
export const vibrate: Vibrate = (pattern) => {
  attempt(() => {
    const isTouched = navigator.userActivation?.hasBeenActive ?? false;
    if (isTouched && !prefersReducedMotion()) navigator.vibrate([...pattern]);
  });
};
