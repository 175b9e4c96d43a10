import { normalise } from './geometry.ts';
import type { Motion } from './motion.ts';

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
