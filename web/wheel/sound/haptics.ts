import { spinTimes, type Motion } from '../motion/motion.ts';
import type { PegPass } from '../motion/pointer.ts';
import { attempt, prefersReducedMotion } from '../../optional.ts';

const [pressMs, pegMs, stopMs] = [12, 7, 28];
/** The last eight pegs after a long enough pause: ten pulses with press and stop. */
const [slowMs, pegsMax] = [45, 8];

export const pressPattern: readonly number[] = [pressMs];

export function spinPattern(
  { durationMs }: Motion,
  passes: readonly PegPass[],
  elapsedMs = 0,
): number[] {
  const slow = passes.filter(({ ms }, index) => ms - (passes[index - 1]?.ms ?? ms) >= slowMs);
  const pulses = [
    ...slow
      .filter(({ isClockwise, ms }) => isClockwise && ms > spinTimes.decelerationStartMs)
      .slice(-pegsMax)
      .map(({ ms }) => ({ ms, lengthMs: pegMs })),
    { ms: Math.min(spinTimes.decelerationEndMs, durationMs), lengthMs: stopMs },
  ].filter(({ ms }) => ms >= elapsedMs);
  let nowMs = elapsedMs;
  const pattern = pulses.flatMap(({ ms, lengthMs }) => {
    const pauseMs = Math.round(ms - nowMs);
    nowMs = ms + lengthMs;
    return [pauseMs, lengthMs];
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
