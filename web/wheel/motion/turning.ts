// The wheel's state between turns, and the motion that follows from it. Degrees, and degrees per
// ms.
import type { Playback } from './animation.ts';
import { restRotation, normalise } from './geometry.ts';
import { coastMotion, spinMotion, thrownSpinMotion, windUpMotion, type Motion } from './motion.ts';

export interface Turning {
  rotation: number;
  /** Rotation to return to if a press leads to nothing. */
  unwound: number;
  /** Speed of a clockwise throw that waits for its spin, otherwise 0. */
  thrown: number;
  /** Of the turn that was stopped last. */
  stoppedSpeed: number;
  isHeld: boolean;
  playing: Playback | undefined;
}

export const atRest = (): Turning => ({
  rotation: 0,
  unwound: 0,
  thrown: 0,
  stoppedSpeed: 0,
  isHeld: false,
  playing: undefined,
});

export function stopPlaying(turning: Turning): void {
  if (!turning.playing) return;
  turning.stoppedSpeed = turning.playing.speed();
  turning.rotation = turning.playing.stop();
  turning.playing = undefined;
}

/** After many turns the wheel does not unwind through all of them. */
export function endWait(turning: Turning): void {
  turning.thrown = 0;
  const turns = Math.round((turning.rotation - turning.unwound) / 360);
  turning.unwound += 360 * Math.max(0, turns);
}

export function endSpin(turning: Turning): void {
  turning.unwound = turning.rotation;
  turning.thrown = 0;
}

export const waitMotion = ({ rotation, thrown }: Turning): Motion =>
  thrown > 0 ? coastMotion(rotation, thrown) : windUpMotion(rotation);

/** From the position under the hand, or the one before it was drawn back. */
export const restAt = ({ rotation, unwound }: Turning, angle: number): number =>
  restRotation(angle, 20, Math.max(unwound, rotation));

export const spinMotionTo = ({ rotation, thrown, stoppedSpeed }: Turning, to: number): Motion =>
  thrown > 0 && stoppedSpeed > 0
    ? thrownSpinMotion(rotation, to, stoppedSpeed)
    : spinMotion(rotation, to);

// Dragging and throwing the wheel. Pure: angles and times in, speeds and verdicts out.

/** The wheel's rotation while dragged, at a time. */
export interface Held {
  readonly ms: number;
  readonly rotation: number;
}

/** The speed counts at the end of a drag: stopping first is not a throw. */
const throwMs = 90;
/** Degrees per ms: half the speed of a thumb that swipes to the next picture. */
const throwSpeedMin = 0.2;
const throwSpeedMax = 2;
/** Degrees: a tap turns the wheel a little, too. */
const throwTurnMin = 6;

/** The shorter way from one angle to another, in degrees, clockwise positive. */
export function turnBetween(before: number, after: number): number {
  const clockwise = normalise(after - before);
  return clockwise > 180 ? clockwise - 360 : clockwise;
}

/**
 * @returns a point's angle, clockwise from 12 o'clock, and its distance as a share of the radius
 */
export function polarOf(
  point: { readonly x: number; readonly y: number },
  wheel: { readonly left: number; readonly top: number; readonly width: number },
): { angle: number; radius: number } {
  const half = wheel.width / 2;
  const [x, y] = [point.x - wheel.left - half, point.y - wheel.top - half];
  return { angle: normalise((Math.atan2(x, -y) * 180) / Math.PI), radius: Math.hypot(x, y) / half };
}

/**
 * @returns the throw's speed in degrees per ms, negative if counter-clockwise; 0 if the wheel was
 * only dragged
 */
export function throwSpeed(path: readonly Held[], releasedMs: number): number {
  const [first, last] = [path[0], path.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const recent = path.filter(({ ms }) => ms >= releasedMs - throwMs);
  const from = recent[0];
  if (from === undefined || last.ms <= from.ms) return 0;
  const speed = (last.rotation - from.rotation) / (releasedMs - from.ms);
  const isThrown =
    Math.abs(speed) >= throwSpeedMin && Math.abs(last.rotation - first.rotation) >= throwTurnMin;
  return isThrown ? Math.sign(speed) * Math.min(Math.abs(speed), throwSpeedMax) : 0;
}
