import { normalise } from './geometry.ts';
import { rotateTransform, type Motion } from './motion.ts';

/** Faster flicks blur: the pointer trembles, held to one side. */
const gapMs = 40;
/** Degrees when a peg lets go, on the swing back beyond upright, and between two blurred pegs. */
const [peakTilt, swingTilt, blurTilt] = [15, 3, 9];
const [swingMs, uprightMs] = [70, 180];
const [pushShare, pushMsMax] = [0.3, 120];

interface Tilt {
  readonly ms: number;
  readonly degrees: number;
}

export function pointerKeyframes(motion: Motion, passes: readonly PegPass[]): Keyframe[] {
  const { durationMs } = motion;
  const seen = withMinimumGap(passes, gapMs).filter(({ ms }) => ms < durationMs);
  if (seen.length === 0) return [];
  const tilts = seen.flatMap((pass, index) => {
    const sinceMs = pass.ms - (seen[index - 1]?.ms ?? 0);
    const untilMs = (seen[index + 1]?.ms ?? durationMs) - pass.ms;
    return flick(pass, sinceMs, untilMs, index === 0);
  });
  return [{ ms: 0, degrees: 0 }, ...tilts, { ms: durationMs, degrees: 0 }].map(
    ({ ms, degrees }) => ({
      offset: ms / durationMs,
      transform: rotateTransform(degrees),
      easing: 'ease-out',
    }),
  );
}

function flick(
  { ms, isClockwise }: PegPass,
  sinceMs: number,
  untilMs: number,
  isFirst: boolean,
): Tilt[] {
  // The tip hangs below the pin, so a clockwise wheel carries it to the right.
  const side = isClockwise ? -1 : 1;
  const peak = { ms, degrees: side * peakTilt };
  const isUpright = sinceMs > uprightMs || isFirst;
  const push = isUpright ? [{ ms: ms - Math.min(sinceMs * pushShare, pushMsMax), degrees: 0 }] : [];
  if (untilMs <= swingMs) {
    return [...push, peak, { ms: ms + untilMs / 2, degrees: side * blurTilt }];
  }
  const back = [{ ms: ms + swingMs, degrees: -side * swingTilt }];
  if (untilMs > uprightMs / (1 - pushShare)) back.push({ ms: ms + uprightMs, degrees: 0 });
  return [...push, peak, ...back];
}

export interface PegPass {
  readonly ms: number;
  readonly isClockwise: boolean;
}

export function pegPasses({ from, to, phases }: Motion, pegs: readonly number[]): PegPass[] {
  const passes: PegPass[] = [];
  let [start, startMs] = [from, 0];
  for (const phase of phases) {
    const degrees = phase.to - start;
    for (const distance of passDistances(start, degrees, pegs)) {
      const ms = startMs + phase.durationMs * phase.easing.timeAt(distance / Math.abs(degrees));
      const isEnd = phase === phases.at(-1) && start + Math.sign(degrees) * distance === to;
      if (!isEnd) passes.push({ ms, isClockwise: degrees > 0 });
    }
    start = phase.to;
    startMs += phase.durationMs;
  }
  return passes;
}

function passDistances(start: number, degrees: number, pegs: readonly number[]): number[] {
  // Later turns repeat the first, so only that one is sorted.
  const firstTurn = pegs
    .map((peg) => normalise(degrees > 0 ? -peg - start : peg + start) || 360)
    .toSorted((one, other) => one - other);
  const distances: number[] = [];
  for (let turned = 0; turned <= Math.abs(degrees); turned += 360) {
    for (const distance of firstTurn) distances.push(turned + distance);
  }
  return distances.filter((distance) => distance <= Math.abs(degrees));
}

/** Thins out fast passes, delaying some; the slow ones at the end all stay. */
export function withMinimumGap(passes: readonly PegPass[], gapMs: number): PegPass[] {
  const thinned: PegPass[] = [];
  for (const pass of passes) {
    const previousMs = thinned.at(-1)?.ms ?? -Infinity;
    if (pass.ms > previousMs) thinned.push({ ...pass, ms: Math.max(pass.ms, previousMs + gapMs) });
  }
  return thinned;
}
