// How the pointer moves: pushed aside by each peg that passes, and back again. One list of keyframes for the browser's
// compositor, made before the wheel turns. Pure: never watches the wheel.
import { withMinimumGap, spinMs, spinTimes, type Motion, type PegPass } from './motion.ts';

/** Closer flicks than this are a blur: the pointer trembles, held aside. */
const gapMs = 40;
/** Degrees at the moment that a peg lets go, and where a blur lets it fall back to. */
const [aside, between] = [15, 9];
/** From letting go over the swing beyond to standing. */
const [swingMs, stillMs] = [70, 180];
/** The share of a pause in which the next peg pushes already. */
const pushShare = 0.3;

const tilted = (degrees: number): string => `rotate(${degrees}deg)`;

interface Moment {
  readonly ms: number;
  readonly degrees: number;
}

/** Keyframes of the pointer's tilt over the length of a motion; none where no peg passes. */
export function pointerKeyframes(motion: Motion, strikes: readonly PegPass[]): Keyframe[] {
  const seen = withMinimumGap(strikes, gapMs).filter(({ ms }) => ms < motion.durationMs);
  if (seen.length === 0) return [];
  const moments = seen.flatMap((strike, index) => {
    const next = seen[index + 1]?.ms ?? motion.durationMs;
    const before = strike.ms - (seen[index - 1]?.ms ?? 0);
    return flick(strike, before, next - strike.ms, index === 0);
  });
  if (motion.durationMs === spinMs) moments.push(...held(moments.at(-1)?.ms ?? 0));
  return [{ ms: 0, degrees: 0 }, ...moments, { ms: motion.durationMs, degrees: 0 }].map(
    ({ ms, degrees }) => ({
      offset: ms / motion.durationMs,
      transform: tilted(degrees),
      easing: 'ease-out',
    }),
  );
}

/** One peg: it pushes, lets go, and the pointer swings back; all of it as far as the pauses allow. */
function flick(
  { ms, isClockwise }: PegPass,
  beforeMs: number,
  afterMs: number,
  isFirst: boolean,
): Moment[] {
  // Its tip hangs below its pin: a wheel that turns clockwise carries it to the right.
  const side = isClockwise ? -1 : 1;
  const peak = { ms, degrees: side * aside };
  const isFree = beforeMs > stillMs || isFirst;
  const push = isFree ? [{ ms: ms - Math.min(beforeMs * pushShare, 120), degrees: 0 }] : [];
  if (afterMs <= swingMs) {
    return [...push, peak, { ms: ms + afterMs / 2, degrees: side * between }];
  }
  const back = [{ ms: ms + swingMs, degrees: -side * 3 }];
  if (afterMs > stillMs / (1 - pushShare)) back.push({ ms: ms + stillMs, degrees: 0 });
  return [...push, peak, ...back];
}

/** The peg that holds the wheel in the end leans on the pointer, and is pushed back by it. */
function held(afterMs: number): Moment[] {
  return [
    { ms: spinTimes.decelerationEndMs - 90, degrees: 0 },
    { ms: spinTimes.decelerationEndMs, degrees: -aside / 3 },
    { ms: spinTimes.decelerationEndMs + 220, degrees: 0 },
  ].filter(({ ms }) => ms > afterMs);
}
