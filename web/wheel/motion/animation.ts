// The outcome never depends on frames: the final rotation is set first, and the animation runs on
// top of it.
import { animate as animateElement } from '../../optional.ts';
import { rotateTransform, rotationAt, wheelKeyframes, type Motion } from './motion.ts';

export interface WheelElements {
  readonly disc: HTMLCanvasElement;
  readonly pointer: Element | null;
}

export interface Turn {
  readonly id: 'spin' | 'wind-up' | 'unwind';
  readonly motion: Motion;
  readonly pointerKeyframes?: () => Keyframe[];
  readonly keyframes?: Keyframe[];
}

export interface PlaybackEvents {
  onStart?: () => void;
  onEnd?: () => void;
}

export interface Playback {
  elapsedMs(): number;
  /** @returns the rotation */
  stop(): number;
}

// A hidden tab may never report the end of an animation; a slow phone may start it late.
const graceMs = 1000;

export function playTurn(
  { disc, pointer }: WheelElements,
  { id, motion, pointerKeyframes, keyframes = wheelKeyframes(motion) }: Turn,
  { onStart, onEnd }: PlaybackEvents,
): Playback {
  disc.style.transform = rotateTransform(motion.to);
  const turning = animate(disc, keyframes, motion.durationMs, id);
  let tilting: Animation | undefined;
  const run = untilEnd(turning, motion.durationMs, {
    onEnd,
    cleanUp: () => {
      turning?.cancel();
      tilting?.cancel();
    },
  });
  const start = (): void => {
    if (run.isOver()) return;
    const tilts = pointerKeyframes?.() ?? [];
    if (pointer && tilts.length > 0) tilting = animate(pointer, tilts, motion.durationMs, id);
    if (tilting && turning) tilting.startTime = turning.startTime;
    // In a separate task, so that a phone can respond to touch in between.
    setTimeout(() => run.isOver() || onStart?.());
  };
  if (turning) Promise.resolve(readyOf(turning)).then(start, () => undefined);
  const elapsedMs = (): number => Number(turning?.currentTime ?? 0);
  return {
    elapsedMs,
    stop: () => {
      if (run.isOver()) return motion.to;
      const rotation = rotationAt(motion, elapsedMs());
      run.end();
      disc.style.transform = rotateTransform(rotation);
      return rotation;
    },
  };
}

/** Chromium before 84 does not report when an animation starts. */
function readyOf(animation: Animation): Promise<unknown> {
  if ('ready' in animation) return animation.ready;
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function untilEnd(
  animation: Animation | undefined,
  durationMs: number,
  { cleanUp, onEnd }: { cleanUp: () => void; onEnd: (() => void) | undefined },
) {
  let isOver = false;
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    if (animation) animation.onfinish = null;
    cleanUp();
  };
  const finish = (): void => {
    if (isOver) return;
    end();
    onEnd?.();
  };
  const timer = setTimeout(finish, animation ? durationMs + graceMs : 0);
  if (animation) animation.onfinish = finish;
  return { end, isOver: () => isOver };
}

function animate(
  element: Element,
  frames: Keyframe[],
  duration: number,
  id: string,
): Animation | undefined {
  return animateElement(element, byProperty(frames), { id, duration, fill: 'forwards' });
}

/** One list per property: a list of keyframes is read with an iterator call for each. */
function byProperty(frames: readonly Keyframe[]): PropertyIndexedKeyframes {
  const names = Object.keys(frames[0] ?? {}).filter((name) => !/^(?:offset|easing)$/.test(name));
  return {
    ...Object.fromEntries(names.map((name) => [name, frames.map((frame) => String(frame[name]))])),
    offset: frames.map(({ offset }) => offset ?? null),
    easing: frames.map(({ easing }) => easing ?? 'linear'),
  };
}
