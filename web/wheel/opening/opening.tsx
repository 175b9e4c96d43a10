// Gestures of fingers and mice in place of PLAY, and what a campaign's own shows. It is decoration:
// all others, and those who prefer reduced motion, have PLAY.
import type { ComponentType, PointerEvent } from 'react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { animate, attempt } from '../../optional.ts';
import type { GestureRule, Path, Point } from './gestures.ts';

/** Each campaign's own is a chunk. */
export interface Gesture extends GestureRule {
  readonly Picture: ComponentType<{ paths: readonly Path[]; isDone: boolean }>;
}

export interface GestureProps {
  isIdle: boolean;
  onOpen: () => void;
  /** A finger left after the gesture: only then may an untouched page be heard. */
  onLift?: () => void;
}

const atRest = { touches: new Map<number, Path>(), startMs: 0, isSpoiled: false, isDone: false };

/** @param onChange as fingers move, if anything shows it */
export function useGesture(
  { fingers, isHeld = false, progress }: GestureRule,
  { isIdle, onOpen, onLift }: GestureProps,
  onChange?: (hold: typeof atRest) => void,
) {
  const hold = useRef(atRest);
  const change = (changed: Partial<typeof atRest>) => {
    hold.current = { ...hold.current, ...changed };
    onChange?.(hold.current);
  };
  // Whole again after a spin that failed, with a finger still on it, too.
  const reset = useEffectEvent(() => change(atRest));
  useEffect(() => (isIdle ? undefined : () => reset()), [isIdle]);
  const openIfDue = (ms: number) => {
    const { touches, startMs, isSpoiled, isDone } = hold.current;
    if (isSpoiled || isDone || progress([...touches.values()], ms - startMs) < 1) return;
    change({ isDone: true });
    onOpen();
  };
  const lift = (pointerId: number) =>
    change({ touches: new Map([...hold.current.touches].filter(([id]) => id !== pointerId)) });
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerId, currentTarget, timeStamp } = event;
      if (!isIdle || event.button !== 0) return;
      const { touches, isSpoiled } = hold.current.touches.size > 0 ? hold.current : atRest;
      change({
        touches: new Map([...touches, [pointerId, [placeOf(event)]]]),
        startMs: touches.size > 0 ? hold.current.startMs : timeStamp,
        isSpoiled: isSpoiled || touches.size >= fingers,
        isDone: false,
      });
      attempt(() => currentTarget.setPointerCapture(pointerId));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const path = hold.current.touches.get(event.pointerId);
      if (!path) return;
      const moved = [...path, placeOf(event)];
      change({ touches: new Map([...hold.current.touches, [event.pointerId, moved]]) });
      if (!isHeld) openIfDue(event.timeStamp);
    },
    onPointerUp: ({ pointerId, timeStamp }: PointerEvent<HTMLElement>) => {
      if (!hold.current.touches.has(pointerId)) return;
      if (isHeld) openIfDue(timeStamp);
      else if (hold.current.isDone) onLift?.();
      lift(pointerId);
    },
    /** Also when the browser takes the finger to scroll. */
    onPointerCancel: ({ pointerId }: PointerEvent<HTMLElement>) => {
      change({ isSpoiled: true });
      lift(pointerId);
    },
  };
}

export function Opening({ gesture, ...props }: GestureProps & { gesture: Gesture }) {
  const [{ touches, isSpoiled, isDone }, setHold] = useState(atRest);
  const surface = useRef<HTMLDivElement>(null);
  const handlers = useGesture(gesture, props, setHold);
  const { isIdle } = props;
  const paths = isSpoiled ? [] : [...touches.values()];
  const isWaiting = isIdle && paths.length === 0;
  useEffect(() => (isWaiting ? showHint(surface.current) : undefined), [isWaiting]);
  return (
    <div
      ref={surface}
      className="wheel-opening"
      aria-hidden="true"
      data-stage={isDone ? 'done' : isIdle ? 'ready' : 'gone'}
      {...handlers}
    >
      <gesture.Picture paths={paths} isDone={isDone} />
    </div>
  );
}

const hintTiming = { delay: 1200, duration: 2200, iterations: 3, easing: 'ease-in-out' };

/** Three times, so that nothing moves for ever. */
function showHint(surface: Element | null) {
  const parts = surface?.querySelectorAll<HTMLElement>('[data-hint]') ?? [];
  const hints = Array.from(parts, (part) => {
    const hint = { transform: `${part.style.transform} ${part.dataset['hint']}`, offset: 0.4 };
    return animate(part, [{}, hint, {}], hintTiming);
  });
  return () => hints.forEach((hint) => hint?.cancel());
}

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Point {
  const { x, y, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - x - width / 2) / width, y: (clientY - y - height / 2) / width };
}

const directions = [-90, -25, 200, 155, 30, -150, 100];

type PiecesProps = { isOff: boolean; colours: readonly string[] };

/** They fly off in all directions. */
export function Pieces({ isOff, colours }: PiecesProps) {
  return directions.map((degrees, at) => (
    <circle
      key={degrees}
      r={3 + (at % 3) * 1.6}
      fill={colours[at % colours.length]}
      visibility={isOff ? 'visible' : 'hidden'}
      style={{
        transform: `rotate(${degrees}deg) translate(${isOff ? 56 + 9 * (at % 4) : 16}px)`,
        opacity: isOff ? 0 : 1,
        transition: isOff ? 'transform 0.7s ease-out, opacity 0.7s ease-in' : '',
      }}
    />
  ));
}
