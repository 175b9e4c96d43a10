// Turns the wheel by hand. The browser keeps the swipes that scroll the page; a page that fits on
// the screen has none.
import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { attempt, observe } from '../optional.ts';
import { polarOf, throwSpeed, turnBetween, type Held } from './motion/turning.ts';

export interface Hand {
  /** @returns the wheel's rotation, or nothing while it cannot be grabbed */
  grab(): number | undefined;
  follow(rotation: number, isClockwise: boolean): void;
  /** @param speed of a throw in degrees per ms, or 0 */
  letGo(speed: number): void;
}

interface Hold {
  readonly pointerId: number;
  angle: number;
  rotation: number;
  path: Held[];
}

/** Shares of the radius. Near the middle a small move would be a large turn. */
const [innerEdge, outerEdge] = [0.18, 1.02];
/** Longer than the window that decides whether it was a throw. */
const pathMs = 250;

export function useThrow(disc: RefObject<HTMLElement | null>, hand: Hand, isEnabled: boolean) {
  const hold = useRef<Hold>(undefined);
  useScrollRoom(disc, isEnabled);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (!isEnabled || hold.current || !event.isPrimary || event.button !== 0) return;
    const { angle, radius } = place(event);
    if (radius < innerEdge || radius > outerEdge) return;
    const rotation = hand.grab();
    if (rotation === undefined) return;
    const { pointerId, timeStamp } = event;
    hold.current = { pointerId, angle, rotation, path: [{ ms: timeStamp, rotation }] };
    const { currentTarget } = event;
    attempt(() => currentTarget.setPointerCapture(pointerId));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const held = hold.current;
    if (held?.pointerId !== event.pointerId) return;
    const { angle } = place(event);
    const turn = turnBetween(held.angle, angle);
    if (turn === 0) return;
    held.angle = angle;
    held.rotation += turn;
    held.path = [
      ...held.path.filter(({ ms }) => ms >= event.timeStamp - pathMs),
      { ms: event.timeStamp, rotation: held.rotation },
    ];
    hand.follow(held.rotation, turn > 0);
  };
  const release = (event: PointerEvent<HTMLElement>, isThrow: boolean) => {
    const held = hold.current;
    if (held?.pointerId !== event.pointerId) return;
    hold.current = undefined;
    hand.letGo(isThrow ? throwSpeed(held.path, event.timeStamp) : 0);
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: (event: PointerEvent<HTMLElement>) => release(event, true),
    /** The browser scrolls with this swipe. */
    onPointerCancel: (event: PointerEvent<HTMLElement>) => release(event, false),
  };
}

const place = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) =>
  polarOf({ x: clientX, y: clientY }, currentTarget.getBoundingClientRect());

/** If the page does not scroll, the wheel also handles vertical swipes. */
function useScrollRoom(disc: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  useEffect(() => {
    const element = disc.current;
    if (!element || !isEnabled) return undefined;
    const root = document.documentElement;
    const update = (): void => {
      const fits = root.scrollHeight <= root.clientHeight + 1;
      element.dataset['throw'] = fits ? 'free' : 'sideways';
    };
    const unwatch = observe(() => new ResizeObserver(update), [document.body, element]);
    return () => {
      unwatch();
      delete element.dataset['throw'];
    };
  }, [disc, isEnabled]);
}
