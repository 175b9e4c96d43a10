import type { RefObject } from 'react';
import { playTurn } from './motion/animation.ts';
import { rotateTransform, springMotion } from './motion/motion.ts';
import { tiltAt } from './motion/pointer.ts';
import { stopPlaying, type Turning } from './motion/turning.ts';
import type { Hand } from './use-throw.ts';

interface WheelDragOptions {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly pointer: RefObject<SVGSVGElement | null>;
  readonly turning: RefObject<Turning>;
  readonly isIdle: boolean;
  readonly isReduced: () => boolean;
  readonly pegs: () => readonly number[];
  readonly onThrow: (() => void) | undefined;
}

/** A counter-clockwise throw draws the wheel back, as PLAY does. */
export function useWheelDrag({
  canvas,
  pointer,
  turning,
  isIdle,
  isReduced,
  pegs,
  onThrow,
}: WheelDragOptions): Hand {
  return {
    grab: () => {
      if (!isIdle || !canvas.current) return undefined;
      const own = turning.current;
      stopPlaying(own);
      own.isHeld = true;
      return own.rotation;
    },
    follow: (to, isClockwise) => {
      const own = turning.current;
      if (!own.isHeld || isReduced()) return;
      own.rotation = to;
      show(canvas.current, rotateTransform(to));
      show(pointer.current, rotateTransform(tiltAt(to, isClockwise, pegs())));
    },
    letGo: (speed) => {
      const own = turning.current;
      const disc = canvas.current;
      if (!own.isHeld || !disc) return;
      own.isHeld = false;
      show(pointer.current, '');
      if (speed !== 0 && onThrow) {
        own.thrown = Math.max(0, speed);
        onThrow();
      } else if (own.rotation !== own.unwound) {
        const motion = springMotion(own.rotation, own.unwound);
        const turn = { id: 'unwind', motion, pointerKeyframes: () => [] } as const;
        own.playing = playTurn({ disc, pointer: pointer.current }, turn, {});
      }
    },
  };
}

function show(element: HTMLElement | SVGElement | null, transform: string): void {
  if (element) element.style.transform = transform;
}
