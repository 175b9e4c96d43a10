import { decelerationStartMs } from '../motion/motion.ts';
import type { PegPass } from '../motion/pointer.ts';
import { attempt, prefersReducedMotion } from '../../optional.ts';

const [pressMs, pegMs] = [12, 7];
/** The last eight pegs after a long enough pause. */
const [slowMs, pegsMax] = [32, 8];

export const pressPattern: readonly number[] = [pressMs];

/** Before the stop, with which the celebration begins. */
export function spinPattern(passes: readonly PegPass[], elapsedMs = 0): number[] {
  const slow = passes.filter(({ ms }, index) => ms - (passes[index - 1]?.ms ?? ms) >= slowMs);
  const pulses = slow
    .filter(({ isClockwise, ms }) => isClockwise && ms > decelerationStartMs)
    .slice(-pegsMax)
    .filter(({ ms }) => ms >= elapsedMs);
  let nowMs = elapsedMs;
  const pattern = pulses.flatMap(({ ms }) => {
    const pauseMs = Math.round(ms - nowMs);
    nowMs = ms + pegMs;
    return [pauseMs, pegMs];
  });
  // A pattern starts with a pulse: here one of length 0.
  return pattern.length > 0 ? [0, ...pattern] : [];
}

export type Vibrate = (pattern: readonly number[]) => void;

/** Does nothing before the first touch, with reduced motion, or without vibration. */
export const vibrate: Vibrate = (pattern) => {
  attempt(() => {
    const isTouched = navigator.userActivation?.hasBeenActive ?? false;
    if (isTouched && !prefersReducedMotion()) navigator.vibrate([...pattern]);
  });
};

export type Celebration = 'little' | 'more' | 'most';

/** By its rank among all amounts: the highest gets the longest. */
export function celebrationOf(value: number, all: readonly number[]): Celebration {
  const [least, greatest] = [Math.min(...all), Math.max(...all)];
  if (value <= least) return 'little';
  return value >= greatest ? 'most' : 'more';
}

/** The first pulse is the wheel's stop. */
export const celebrationPatterns: Readonly<Record<Celebration, readonly number[]>> = {
  little: [28, 70, 22],
  more: [28, 60, 22, 60, 30],
  most: [28, 50, 24, 50, 30, 50, 30, 50, 60],
};
