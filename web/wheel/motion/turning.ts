// What a wheel remembers between its turns, and which motion follows from it. Degrees, and degrees
// per ms.
import type { Playback } from './animation.ts';
import { restRotation, normalise } from './geometry.ts';
import { coastMotion, spinMotion, thrownSpinMotion, windUpMotion, type Motion } from './motion.ts';

export interface Turning {
  rotation: number;
  /** Where it rests if nothing comes of a press. */
  unwound: number;
  /** The speed of a throw clockwise that waits for its spin, otherwise 0. */
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

/** A wheel that has turned on for many turns does not turn back through them. */
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

/** From where a hand has turned it, or from where it was before it was drawn back. */
export const restAt = ({ rotation, unwound }: Turning, angle: number): number =>
  restRotation(angle, 20, Math.max(unwound, rotation));

export const spinMotionTo = ({ rotation, thrown, stoppedSpeed }: Turning, to: number): Motion =>
  thrown > 0 && stoppedSpeed > 0
    ? thrownSpinMotion(rotation, to, stoppedSpeed)
    : spinMotion(rotation, to);

// A hand that drags or throws the wheel. Pure: angles and times in, speeds and verdicts out.

/** The wheel's rotation under the hand, at a time. */
export interface Held {
  readonly ms: number;
  readonly rotation: number;
}

/** The speed of a throw is that of its end: a hand that stops first has not thrown. */
const throwMs = 90;
/** Degrees per ms: half of what a thumb does that swipes to the next picture. */
const throwSpeedMin = 0.2;
const throwSpeedMax = 2;
/** Degrees: a tap turns the wheel a little, too. */
const throwTurnMin = 6;

/** The degrees from one angle to another by the shorter way, clockwise positive. */
export function turnBetween(before: number, after: number): number {
  const clockwise = normalise(after - before);
  return clockwise > 180 ? clockwise - 360 : clockwise;
}

/** @returns the angle of a point, clockwise from 12 o'clock, and its share of the radius */
export function polarOf(
  point: { readonly x: number; readonly y: number },
  wheel: { readonly left: number; readonly top: number; readonly width: number },
): { angle: number; radius: number } {
  const half = wheel.width / 2;
  const [x, y] = [point.x - wheel.left - half, point.y - wheel.top - half];
  return { angle: normalise((Math.atan2(x, -y) * 180) / Math.PI), radius: Math.hypot(x, y) / half };
}

/**
 * @returns the speed of a throw in degrees per ms, negative if counter-clockwise; 0 if the wheel
 * was only dragged
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
