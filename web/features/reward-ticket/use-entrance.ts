import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { animate } from '../../optional.ts';
import type { Entrance } from '../../app/reward/reward-entrance.ts';
import { isSoundOff } from '../../session/storage/stored-sound.ts';
import { useApp } from '../../app/use-app.ts';
import type { Celebration } from '../../wheel/sound/celebration.ts';
import { vibrate } from '../../wheel/sound/vibrate.ts';
import { burstMs, celebrations } from './particles/celebrations.ts';

const growMs = 480;

/** Only of the screen that follows a wheel: it celebrates once. */
export function useEntrance(
  front: RefObject<HTMLElement | null>,
  celebration: Celebration,
): Entrance | undefined {
  const { rewardEntrance, local } = useApp();
  const [entrance] = useState(() => rewardEntrance.entrance());
  useLayoutEffect(() => {
    rewardEntrance.end();
    if (entrance?.kind !== 'grow' || !front.current) return undefined;
    return grow(front.current, entrance.from);
  }, [rewardEntrance, entrance, front]);
  useEffect(() => {
    if (entrance === undefined || isSoundOff(local)) return undefined;
    const timer = setTimeout(() => vibrate(celebrations[celebration].vibration), burstMs);
    return () => clearTimeout(timer);
  }, [entrance, local, celebration]);
  return entrance;
}

/** From where the face was, and as large. */
function grow(element: HTMLElement, from: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>) {
  const to = element.getBoundingClientRect();
  const move = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
  const growing = animate(
    element,
    [
      { transform: `${move} ${scale}`, transformOrigin: '0 0', opacity: 0.6 },
      { transform: 'none', transformOrigin: '0 0', opacity: 1 },
    ],
    { duration: growMs, easing: 'cubic-bezier(0.3, 1.2, 0.4, 1)' },
  );
  return () => growing?.cancel();
}
