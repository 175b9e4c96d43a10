// What the hand feels of a spin, where the phone can: a touch at the press, the last pegs one by one, the rest. A
// handful of short pulses that the phone plays by itself. Never asks where the phone would complain.
import { spinTimes, type Motion, type PegPass } from './motion.ts';

/** Plays a pattern, in ms: a pulse, a pause, a pulse and so on; an empty one ends what plays. */
export type Buzz = (pattern: readonly number[]) => void;

const pressMs = 12;
const [pegMs, restMs] = [7, 28];
/** Slower pegs than this are felt singly, the last eight of them: with press and rest ten pulses in all. */
const [slowMs, felt] = [45, 8];

export const pressPattern: readonly number[] = [pressMs];

/** The pulses of a spin from `elapsedMs` on. */
export function spinPattern(
  { durationMs: lengthMs }: Motion,
  strikes: readonly PegPass[],
  elapsedMs = 0,
): number[] {
  const slow = strikes.filter(({ ms }, index) => ms - (strikes[index - 1]?.ms ?? ms) >= slowMs);
  const pulses = [
    ...slow
      .filter(({ isClockwise, ms }) => isClockwise && ms > spinTimes.decelerationStartMs)
      .slice(-felt)
      .map(({ ms }) => ({ ms, length: pegMs })),
    { ms: Math.min(spinTimes.decelerationEndMs, lengthMs), length: restMs },
  ].filter(({ ms }) => ms >= elapsedMs);
  let now = elapsedMs;
  const pattern = pulses.flatMap(({ ms, length }) => {
    const pause = Math.round(ms - now);
    now = ms + length;
    return [pause, length];
  });
  // A pattern begins with a pulse: with none of any length.
  return pattern.length > 0 ? [0, ...pattern] : [];
}

/** The phone's own. Silent where there is none, before the first touch, and where motion is unwelcome. */
export const buzz: Buzz = (pattern) => {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isTouched = navigator.userActivation?.hasBeenActive ?? false;
  if (!('vibrate' in navigator) || isCalm || !isTouched) return;
  navigator.vibrate([...pattern]);
};
