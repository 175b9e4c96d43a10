// Animated by the compositor. None under reduced motion or without Web Animations.
import { useLayoutEffect, useRef, useState } from 'react';
import './confetti.css';

const pieces = Array.from({ length: 36 }, (_, index) => index);

export function Confetti() {
  const layer = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(() => !canAnimate());
  useLayoutEffect(() => {
    const falls = [...(layer.current?.children ?? [])].map((piece) =>
      piece.animate(fallKeyframes(), {
        duration: 1700 + 900 * Math.random(),
        delay: 150 * Math.random(),
        fill: 'both',
      }),
    );
    if (falls.length === 0) return undefined;
    let isUnmounted = false;
    const end = () => {
      if (!isUnmounted) setIsOver(true);
    };
    void Promise.all(falls.map(({ finished }) => finished)).then(end, () => undefined);
    return () => {
      isUnmounted = true;
      for (const fall of falls) fall.cancel();
    };
  }, []);
  if (isOver) return null;
  return (
    <div ref={layer} className="confetti" aria-hidden="true">
      {pieces.map((piece) => (
        <i key={piece} />
      ))}
    </div>
  );
}

function canAnimate(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  return typeof Element.prototype.animate === 'function';
}

function fallKeyframes(): Keyframe[] {
  const sideways = 2 * Math.random() - 1;
  const rise = 12 + 26 * Math.random();
  const turn = 360 * (Math.random() < 0.5 ? -1 : 1);
  return [
    { transform: transformOf(0, 0, 0, 0.4), opacity: 1, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
    {
      transform: transformOf(38 * sideways, -rise, turn * 0.4, 1),
      opacity: 1,
      offset: 0.35,
      easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)',
    },
    { transform: transformOf(46 * sideways, 48, turn, 1), opacity: 0 },
  ];
}

function transformOf(x: number, y: number, degrees: number, scale: number): string {
  return `translate3d(${x}vw, ${y}vh, 0) rotate(${degrees}deg) rotateX(${2 * degrees}deg) scale(${scale})`;
}
