// Turns the painted canvas by the browser's compositor, from one rotation to another.
// The result never depends on frames: the end position is set first, the show runs on top of it.
import { calmMs, rotationAt, spinEasing, spinMs } from './motion.ts';

/** A turn under way. `stop` drops it where it stands and says at which rotation; after the rest it changes nothing. */
export interface Spin {
  stop(): number;
  /** How far the turn has come, in ms. */
  elapsedMs(): number;
}

/** What is heard of a spin, each once at most, and never before `startSpin` returns. */
export interface SpinEvents {
  /** The wheel begins to turn; never of a calm one. */
  onTurn: () => void;
  onRest: () => void;
}

/** One turn of the wheel: rotations in degrees; a calm one changes the position without turning. */
export interface Turn {
  readonly from: number;
  readonly to: number;
  readonly calm: boolean;
}

// A hidden tab has no frames and may never hear of the end; a slow phone may begin late. Then the timer ends it.
const graceMs = 1000;

const turned = (rotation: number): string => `rotate(${rotation}deg)`;

/** Starts a turn, which comes to rest once. */
export function startSpin(canvas: HTMLCanvasElement, turn: Turn, events: SpinEvents): Spin {
  const { from, to, calm } = turn;
  canvas.style.transform = turned(to);
  const show = calm ? fade(canvas, from) : roll(canvas, from, to);
  let over = false;
  const end = (): void => {
    over = true;
    clearTimeout(timer);
    if (show) show.animation.onfinish = null;
    show?.drop();
  };
  const rest = (): void => {
    if (over) return;
    end();
    events.onRest();
  };
  const durationMs = calm ? calmMs : spinMs;
  const timer = setTimeout(rest, show ? durationMs + graceMs : 0);
  if (show) show.animation.onfinish = rest;
  if (!calm) {
    show?.animation.ready.then(
      () => over || events.onTurn(),
      // Dropped before it began.
      () => undefined,
    );
  }
  const elapsedMs = (): number => Number(show?.animation.currentTime ?? 0);
  return {
    elapsedMs,
    stop: () => {
      if (over) return to;
      const standing = calm ? from : rotationAt(elapsedMs(), from, to);
      end();
      canvas.style.transform = turned(standing);
      return standing;
    },
  };
}

interface Show {
  readonly animation: Animation;
  drop(): void;
}

function roll(canvas: HTMLCanvasElement, from: number, to: number): Show | undefined {
  if (typeof canvas.animate !== 'function') return undefined;
  const animation = canvas.animate([{ transform: turned(from) }, { transform: turned(to) }], {
    duration: spinMs,
    easing: spinEasing,
  });
  return { animation, drop: () => animation.cancel() };
}

/** The wheel stands at its end at once, and a picture of it as it stood before fades away above it. */
function fade(canvas: HTMLCanvasElement, from: number): Show | undefined {
  if (typeof canvas.animate !== 'function') return undefined;
  const before = document.createElement('canvas');
  before.width = canvas.width;
  before.height = canvas.height;
  before.className = canvas.className;
  before.setAttribute('aria-hidden', 'true');
  before.style.transform = turned(from);
  before.getContext('2d')?.drawImage(canvas, 0, 0);
  canvas.after(before);
  const animation = before.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: calmMs,
    easing: 'ease-in-out',
    fill: 'forwards',
  });
  return {
    animation,
    drop: () => {
      animation.cancel();
      before.remove();
    },
  };
}
