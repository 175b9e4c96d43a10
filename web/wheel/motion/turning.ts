// What a wheel remembers between its turns, and which motion follows from it. Degrees, and degrees
// per ms.
import type { Playback } from './animation.ts';
import { restRotation } from './geometry.ts';
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
