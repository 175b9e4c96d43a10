// The voucher's engraved pattern: thin lines, with a clear middle.
import type { Engraving } from '@inaam/campaigns/public/kit.ts';
import type { Celebration } from '../../wheel/sound/haptics.ts';

/** In `engravingUnit`: whole numbers are shorter, and faster to write and parse on a slow phone. */
export const engravingUnit = 0.1;

const computed = new Map<string, string>();

/**
 * Computed once per page, because it takes a slow phone a whole frame.
 * @returns an SVG path around 0, 0, clear within a radius of 52 and at most 118 wide
 */
export function engravingPath(engraving: Engraving, celebration: Celebration): string {
  const key = `${engraving} ${celebration}`;
  const path = computed.get(key) ?? patterns[engraving](celebration);
  computed.set(key, path);
  return path;
}

/** Vouchers of different amounts never look alike. */
const patterns: Readonly<Record<Engraving, (celebration: Celebration) => string>> = {
  rosette: (celebration) => rosettes[celebration].map(rosetteRing).join(''),
  leaves: (celebration) => wreaths[celebration].map(wreath).join(''),
  waves: (celebration) => ripples(crests[celebration]),
};

type Ring = { readonly lobes: number; readonly inner: number; readonly outer: number };

/** Rotated closed curves, as on a banknote. Higher amounts have more lobes. */
const rosettes: Readonly<Record<Celebration, readonly Ring[]>> = {
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

function rosetteRing({ lobes, inner, outer }: Ring): string {
  const [middle, swing] = [(inner + outer) / 2, (outer - inner) / 2];
  return Array.from({ length: curvesInRing }, (_, curve) => {
    const phase = (2 * Math.PI * curve) / curvesInRing;
    return closedCurve(
      lobes * pointsInLobe,
      (angle) => middle + swing * Math.cos(lobes * angle + phase),
    );
  }).join('');
}

type Wreath = { readonly leaves: number; readonly inner: number; readonly outer: number };

/**
 * Leaves that point outwards, the outer ones in the gaps of the inner. Higher amounts have more.
 */
const wreaths: Readonly<Record<Celebration, readonly Wreath[]>> = {
  little: [{ leaves: 10, inner: 53, outer: 116 }],
  more: [
    { leaves: 14, inner: 53, outer: 92 },
    { leaves: 14, inner: 80, outer: 117 },
  ],
  most: [
    { leaves: 18, inner: 53, outer: 84 },
    { leaves: 18, inner: 72, outer: 103 },
    { leaves: 36, inner: 96, outer: 118 },
  ],
};

const pointsOnSide = 8;
/** Shares of a leaf's width: its outline, and a line inside it. */
const outlines = [1, 0.55];
/** Where the veins start on the midrib. */
const veins = [0.2, 0.36, 0.52, 0.68];

function wreath({ leaves, inner, outer }: Wreath, row: number): string {
  const half = Math.min(0.62 / leaves ** 0.9, 0.12);
  return Array.from({ length: leaves }, (_, leaf) => {
    const middle = (2 * Math.PI * (leaf + (row % 2) / 2)) / leaves;
    const sides = outlines.map((width) => leafPath(middle, half * width, { inner, outer }));
    return [...sides, ...veinPaths(middle, half, { inner, outer })].join('');
  }).join('');
}

type Span = Pick<Wreath, 'inner' | 'outer'>;

/** Pointed, and widest below its middle. Equally wide outside and inside, though angles spread. */
function sideOf(middle: number, half: number, { inner, outer }: Span) {
  return (sign: number, share: number) => {
    const radius = inner + (outer - inner) * share;
    const swell = Math.sin(Math.PI * share ** 0.8) ** 1.2;
    return at(middle + (sign * half * swell * inner * 1.3) / radius, radius);
  };
}

/** @param half half of its angle at its widest point */
function leafPath(middle: number, half: number, span: Span): string {
  const side = sideOf(middle, half, span);
  const shares = Array.from({ length: pointsOnSide + 1 }, (_, point) => point / pointsOnSide);
  const out = shares.map((share) => side(1, share));
  const back = shares.toReversed().map((share) => side(-1, share));
  return `M${[...out, ...back].join('L')}Z`;
}

function veinPaths(middle: number, half: number, span: Span): string[] {
  const side = sideOf(middle, half, span);
  const pairs = veins.flatMap((share) =>
    [1, -1].map((sign) => `M${side(0, share)}L${side(sign * 0.9, share + 0.16)}Z`),
  );
  return [`M${side(0, 0)}L${side(0, 1)}Z`, ...pairs];
}

type Crests = { readonly count: number; readonly rings: number; readonly twist: number };

/** Concentric rings, each rotated a little further. */
const crests: Readonly<Record<Celebration, Crests>> = {
  little: { count: 6, rings: 12, twist: 0.3 },
  more: { count: 9, rings: 15, twist: 0.42 },
  most: { count: 13, rings: 19, twist: 0.55 },
};

function ripples({ count, rings, twist }: Crests): string {
  const [first, last, swing] = [56, 114.5, 3.4];
  return Array.from({ length: rings }, (_, ring) => {
    const radius = first + ((last - first) * ring) / (rings - 1);
    return closedCurve(
      count * pointsInLobe,
      (angle) => radius + swing * Math.cos(count * angle + ring * twist),
    );
  }).join('');
}

function closedCurve(points: number, radiusAt: (angle: number) => number): string {
  const places = Array.from({ length: points }, (_, point) => {
    const angle = (2 * Math.PI * point) / points;
    return at(angle, radiusAt(angle));
  });
  return `M${places.join('L')}Z`;
}

const at = (angle: number, radius: number): string =>
  `${inUnits(radius * Math.cos(angle))} ${inUnits(radius * Math.sin(angle))}`;

const inUnits = (length: number): number => Math.round(length / engravingUnit);
