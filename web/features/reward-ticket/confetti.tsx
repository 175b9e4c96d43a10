// A handful of confetti, thrown once. Each piece is moved by the compositor; when the last one has come down there is
// nothing left of it. Nothing at all where somebody wants less motion, or where the browser cannot move it.
import { useLayoutEffect, useRef, useState } from 'react';
import './confetti.css';

const pieces = Array.from({ length: 36 }, (_, index) => index);

export function Confetti() {
  const layer = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(() => !isWanted());
  useLayoutEffect(() => {
    const falls = [...(layer.current?.children ?? [])].map((piece) =>
      piece.animate(fall(), {
        duration: 1700 + 900 * Math.random(),
        delay: 150 * Math.random(),
        fill: 'both',
      }),
    );
    if (falls.length === 0) return undefined;
    let isGone = false;
    const end = () => {
      if (!isGone) setIsOver(true);
    };
    // Rejects when the screen goes first and takes them along.
    void Promise.all(falls.map(({ finished }) => finished)).then(end, () => undefined);
    return () => {
      isGone = true;
      for (const one of falls) one.cancel();
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

function isWanted(): boolean {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  return typeof Element.prototype.animate === 'function';
}

/** Up and out of the middle, then down, turning, and gone. Lengths are of the screen's width and height. */
function fall(): Keyframe[] {
  const way = 2 * Math.random() - 1;
  const rise = 12 + 26 * Math.random();
  const turn = 360 * (Math.random() < 0.5 ? -1 : 1);
  return [
    { transform: at(0, 0, 0, 0.4), opacity: 1, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
    {
      transform: at(38 * way, -rise, turn * 0.4, 1),
      opacity: 1,
      offset: 0.35,
      easing: 'cubic-bezier(0.5, 0, 0.9, 0.6)',
    },
    { transform: at(46 * way, 48, turn, 1), opacity: 0 },
  ];
}

function at(x: number, y: number, turned: number, size: number): string {
  return `translate3d(${x}vw, ${y}vh, 0) rotate(${turned}deg) rotateX(${2 * turned}deg) scale(${size})`;
}
