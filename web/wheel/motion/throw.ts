// A hand that drags or throws the wheel. Pure: angles and times in, speeds and verdicts out.
import { normalise } from './geometry.ts';

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
