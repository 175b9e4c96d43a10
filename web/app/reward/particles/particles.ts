// Particles in the campaign's shapes fly from a box over the whole screen, above everything, also
// while the screen changes. The compositor moves them. A few are added per frame, so that none is
// late. They end and are removed together.
import type { Theme } from '@inaam/campaigns/public/public-campaign.ts';
import { animate } from '../../../optional.ts';
import type { Celebration } from '../../../wheel/sound/haptics.ts';
import { flightMs, flightOf, type Field } from './particle-flight.ts';
import './particles.css';

/** Every amount celebrates; small ones do it more quietly. `reach`: as a share of the screen. */
const celebrations: Readonly<Record<Celebration, { pieces: number; reach: number }>> = {
  little: { pieces: 16, reach: 0.6 },
  more: { pieces: 32, reach: 0.8 },
  most: { pieces: 56, reach: 1 },
};

const piecesInFrame = 4;

export function throwParticles(
  source: Element | null,
  celebration: Celebration,
  { colours, kit }: Pick<Theme, 'colours' | 'kit'>,
): void {
  if (!source) return;
  const { pieces, reach } = celebrations[celebration];
  const { shapes, motion } = kit.particles;
  const box = source.getBoundingClientRect();
  const above = box.top + box.height / 2;
  const screen = { width: innerWidth, height: innerHeight, above };
  const field: Field = { source: box, screen, reach };
  const sky = document.createElement('div');
  sky.className = 'particles';
  sky.setAttribute('aria-hidden', 'true');
  sky.style.left = `${box.left + box.width / 2}px`;
  sky.style.top = `${above}px`;
  document.body.append(sky);
  let [added, next] = [0, 0];
  const end = () => {
    cancelAnimationFrame(next);
    sky.remove();
  };
  const add = (lastsMs: number): Animation | undefined => {
    const piece = document.createElement('i');
    piece.className = `particles-${shapes[added % shapes.length]}`;
    piece.style.setProperty('--piece', `var(--wheel-${added % colours.wheel.length})`);
    sky.append(piece);
    added += 1;
    const keyframes = flightOf(motion, Math.random, field, lastsMs);
    return animate(piece, keyframes, { duration: lastsMs, fill: 'both' });
  };
  const endMs = Date.now() + flightMs[motion];
  const addSome = (): void => {
    const lastsMs = endMs - Date.now();
    // A phone this slow gets no more of them.
    if (lastsMs < flightMs[motion] / 2) return;
    const some = Math.min(piecesInFrame, pieces - added);
    const [first] = Array.from({ length: some }, () => add(lastsMs));
    if (!first) return end();
    if (added < pieces) next = requestAnimationFrame(addSome);
    if (added === some) first.onfinish = end;
  };
  addSome();
}
