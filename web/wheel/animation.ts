// Turns the painted canvas by the browser's compositor, along a motion, and tilts the pointer with it. The result never
// depends on frames: the end position is set first, the show runs on top of it.
import { calmMs, keyframes, rotationAt, rotateTransform, type Motion } from './motion.ts';

/** A show under way. `stop` drops it where it stands and says at which rotation; after the rest it changes nothing. */
export interface Show {
  stop(): number;
  /** How far it has come, in ms. */
  elapsedMs(): number;
}

/** What is heard of a show, each once at most, and never before its start returns. */
export interface ShowEvents {
  /** The wheel begins to turn; never of a calm one. */
  onTurn?: () => void;
  onRest?: () => void;
}

export interface Stage {
  readonly disc: HTMLCanvasElement;
  readonly pointer: Element | null;
}

/** What moves: `name` is the id of the browser's animations. */
export interface Turn {
  readonly name: 'spin' | 'wind' | 'unwind';
  readonly motion: Motion;
  /** Keyframes of the pointer, asked for once the wheel turns: the press itself must not wait for them. */
  tilts(): Keyframe[];
}

// A hidden tab has no frames and may never hear of the end; a slow phone may begin late. Then the timer ends it.
const graceMs = 1000;

/** Starts a turn, which comes to rest once. */
export function startTurn(stage: Stage, turn: Turn, { onTurn, onRest }: ShowEvents): Show {
  const { disc, pointer } = stage;
  const { motion, name } = turn;
  disc.style.transform = rotateTransform(motion.to);
  const show = roll(disc, keyframes(motion), motion.durationMs, name);
  let tilt: Animation | undefined;
  const drop = (): void => {
    show?.cancel();
    tilt?.cancel();
  };
  const run = untilRest(show, motion.durationMs, drop, onRest);
  const begun = (): void => {
    if (run.isOver()) return;
    const tilts = turn.tilts();
    if (pointer && tilts.length > 0) tilt = roll(pointer, tilts, motion.durationMs, name);
    if (tilt && show) tilt.startTime = show.startTime;
    // In a task of its own: each is short, and a phone can answer a touch between them.
    setTimeout(() => run.isOver() || onTurn?.());
  };
  // Dropped before it began, it never is ready.
  show?.ready.then(begun, () => undefined);
  const elapsedMs = (): number => Number(show?.currentTime ?? 0);
  return {
    elapsedMs,
    stop: () => {
      if (run.isOver()) return motion.to;
      const standing = rotationAt(motion, elapsedMs());
      run.end();
      disc.style.transform = rotateTransform(standing);
      return standing;
    },
  };
}

/** The wheel stands at its end at once, and a picture of it as it stood before fades away above it. */
export function startFade({ disc }: Stage, from: number, to: number, { onRest }: ShowEvents): Show {
  disc.style.transform = rotateTransform(to);
  const before = pictureOf(disc, from);
  const fade = roll(before, [{ opacity: 1 }, { opacity: 0 }], calmMs, 'spin');
  const drop = (): void => {
    fade?.cancel();
    before.remove();
  };
  const run = untilRest(fade, calmMs, drop, onRest);
  return {
    elapsedMs: () => Number(fade?.currentTime ?? 0),
    stop: () => {
      if (run.isOver()) return to;
      run.end();
      disc.style.transform = rotateTransform(from);
      return from;
    },
  };
}

/** Sees a show to its end, by the browser's word or by the timer, whichever comes first. */
function untilRest(
  show: Animation | undefined,
  lengthMs: number,
  drop: () => void,
  onRest?: () => void,
) {
  let over = false;
  const end = (): void => {
    over = true;
    clearTimeout(timer);
    if (show) show.onfinish = null;
    drop();
  };
  const rest = (): void => {
    if (over) return;
    end();
    onRest?.();
  };
  const timer = setTimeout(rest, show ? lengthMs + graceMs : 0);
  if (show) show.onfinish = rest;
  return { end, isOver: () => over };
}

function roll(
  element: Element,
  frames: Keyframe[],
  duration: number,
  id: string,
): Animation | undefined {
  if (typeof element.animate !== 'function') return undefined;
  return element.animate(frames, { id, duration, fill: 'forwards' });
}

function pictureOf(disc: HTMLCanvasElement, rotation: number): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  picture.width = disc.width;
  picture.height = disc.height;
  picture.className = disc.className;
  picture.setAttribute('aria-hidden', 'true');
  picture.style.transform = rotateTransform(rotation);
  picture.getContext('2d')?.drawImage(disc, 0, 0);
  disc.after(picture);
  return picture;
}
