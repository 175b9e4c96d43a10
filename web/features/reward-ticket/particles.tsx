// In the campaign's shapes, from behind the ticket. Moved by the compositor; a few pieces are added
// in each frame, so that none is late; what has fallen is removed.
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Celebration } from '../../wheel/celebration.ts';
import { useApp } from '../../app/use-app.ts';
import { burstMs, celebrations } from './celebrations.ts';
import { flightOf, type Field } from './particle-flight.ts';
import './particles.css';

type ParticlesProps = { ticket: RefObject<HTMLElement | null>; celebration: Celebration };

const piecesInFrame = 6;

export function Particles({ ticket, celebration }: ParticlesProps) {
  const { colours, kit } = useApp().campaign.theme;
  const { shapes, motion } = kit.particles;
  const faces = colours.wheel.length;
  const layer = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { pieces, reach, hasRays } = celebrations[celebration];
  useEffect(() => {
    const [sky, behind] = [layer.current, ticket.current];
    if (!sky || !behind || typeof sky.animate !== 'function') return setIsOver(true);
    let added = 0;
    let flying = 0;
    let next = 0;
    const add = (field: Field): void => {
      const piece = document.createElement('i');
      piece.className = `particles-${shapes[added % shapes.length]}`;
      piece.style.setProperty('--piece', `var(--wheel-${added % faces})`);
      sky.append(piece);
      const { keyframes, delayMs, durationMs } = flightOf(motion, Math.random, field);
      const timing = { delay: delayMs, duration: durationMs, fill: 'both' } as const;
      const flight = piece.animate(keyframes, timing);
      flight.onfinish = () => {
        piece.remove();
        flying -= 1;
        if (flying === 0 && added === pieces) setIsOver(true);
      };
      added += 1;
      flying += 1;
    };
    const burst = (): void => {
      const box = behind.getBoundingClientRect();
      const above = box.top + box.height / 2;
      sky.style.left = `${box.left + box.width / 2}px`;
      sky.style.top = `${above}px`;
      const screen = { width: innerWidth, height: innerHeight, above };
      const addSome = (): void => {
        const some = Math.min(piecesInFrame, pieces - added);
        for (let at = 0; at < some; at += 1) add({ ticket: box, screen, reach });
        if (added < pieces) next = requestAnimationFrame(addSome);
      };
      addSome();
    };
    const timer = setTimeout(burst, burstMs);
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(next);
      sky.textContent = '';
    };
  }, [ticket, pieces, reach, faces, shapes, motion]);
  if (isOver) return null;
  return (
    <div
      ref={layer}
      className={hasRays ? 'particles particles-rays' : 'particles'}
      data-rim={kit.wheel.rim}
      aria-hidden="true"
    />
  );
}
