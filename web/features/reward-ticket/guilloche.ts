// The engraved pattern of the voucher: closed curves that are turned against each other, as on a
// banknote. Pure.
import type { Celebration } from '../../wheel/celebration.ts';

type Ring = { readonly lobes: number; readonly inner: number; readonly outer: number };

/** More lobes for more: no two vouchers of different amounts look alike. */
const rings: Readonly<Record<Celebration, readonly Ring[]>> = {
  little: [
    { lobes: 7, inner: 56, outer: 78 },
    { lobes: 14, inner: 82, outer: 118 },
  ],
  more: [
    { lobes: 10, inner: 54, outer: 80 },
    { lobes: 20, inner: 78, outer: 118 },
  ],
  most: [
    { lobes: 12, inner: 52, outer: 74 },
    { lobes: 16, inner: 66, outer: 96 },
    { lobes: 32, inner: 90, outer: 118 },
  ],
};

const curvesInRing = 6;
const pointsInLobe = 9;

/** @returns an SVG path around 0, 0, clear within a radius of 52 and at most 118 wide */
export function rosette(celebration: Celebration): string {
  return rings[celebration].map(ringPath).join('');
}

function ringPath({ lobes, inner, outer }: Ring): string {
  const [middle, swing] = [(inner + outer) / 2, (outer - inner) / 2];
  const points = lobes * pointsInLobe;
  return Array.from({ length: curvesInRing }, (_, curve) => {
    const phase = (2 * Math.PI * curve) / curvesInRing;
    const places = Array.from({ length: points }, (__, point) => {
      const angle = (2 * Math.PI * point) / points;
      const radius = middle + swing * Math.cos(lobes * angle + phase);
      return `${short(radius * Math.cos(angle))} ${short(radius * Math.sin(angle))}`;
    });
    return `M${places.join('L')}Z`;
  }).join('');
}

const short = (length: number): number => Math.round(length * 10) / 10;
