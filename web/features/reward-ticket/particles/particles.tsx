// Particles in the campaign's shapes fly from behind the ticket, moved by the compositor. A few are
// added per frame, so that none is late. They end and are removed together.
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { animate } from '../../../optional.ts';
import type { Celebration } from '../../../wheel/sound/haptics.ts';
import { useApp } from '../../../app/use-app.ts';
import { celebrations } from './celebrations.ts';
import { flightMs, flightOf, type Field } from './particle-flight.ts';
import './particles.css';

type ParticlesProps = { ticket: RefObject<HTMLElement | null>; celebration: Celebration };

const piecesInFrame = 4;

export function Particles({ ticket, celebration }: ParticlesProps) {
  const { colours, kit } = useApp().campaign.theme;
  const { shapes, motion } = kit.particles;
  const faces = colours.wheel.length;
  const layer = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { pieces, reach, hasRays } = celebrations[celebration];
  useLayoutEffect(() => placeBehind(ticket.current, layer.current), [ticket]);
  useEffect(() => {
    const [sky, behind] = [layer.current, ticket.current];
    if (!sky || !behind) return setIsOver(true);
    let added = 0;
    let next = 0;
    const add = (field: Field, lastsMs: number): Animation | undefined => {
      const piece = document.createElement('i');
      piece.className = `particles-${shapes[added % shapes.length]}`;
      piece.style.setProperty('--piece', `var(--wheel-${added % faces})`);
      sky.append(piece);
      added += 1;
      const keyframes = flightOf(motion, Math.random, field, lastsMs);
      return animate(piece, keyframes, { duration: lastsMs, fill: 'both' });
    };
    const burst = (): void => {
      const box = behind.getBoundingClientRect();
      const { top: above } = sky.getBoundingClientRect();
      const screen = { width: innerWidth, height: innerHeight, above };
      const field = { ticket: box, screen, reach };
      const endMs = Date.now() + flightMs[motion];
      const addSome = (): void => {
        const lastsMs = endMs - Date.now();
        // A phone this slow gets no more of them.
        if (lastsMs < flightMs[motion] / 2) return;
        const some = Math.min(piecesInFrame, pieces - added);
        const flights = Array.from({ length: some }, () => add(field, lastsMs));
        const [first] = flights;
        if (!first) return setIsOver(true);
        if (added < pieces) next = requestAnimationFrame(addSome);
        if (added === some) first.onfinish = () => setIsOver(true);
      };
      addSome();
    };
    burst();
    return () => {
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

/** Before the first frame: moving the rays later would be a layout shift. */
function placeBehind(ticket: HTMLElement | null, sky: HTMLElement | null): void {
  if (!ticket || !sky) return;
  const { left, top, width, height } = ticket.getBoundingClientRect();
  sky.style.left = `${left + width / 2}px`;
  sky.style.top = `${top + height / 2}px`;
}
