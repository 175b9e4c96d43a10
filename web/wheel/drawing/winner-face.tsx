// The winning face, above the stopped wheel, so that it can be animated. Its label matches the
// canvas, which publishes size and position as properties (wheel.tsx).
import type { RefObject } from 'react';
import type { Segment } from './paint-wheel.ts';
import { labelRing, pointAt, segmentEdge } from './canvas-size.ts';
import { segmentArcs } from '../motion/geometry.ts';
import { sector } from './spotlight.tsx';

type WinnerFaceProps = {
  ref?: RefObject<HTMLDivElement | null> | undefined;
  segments: readonly Segment[];
  winner: Segment['id'];
};

export function WinnerFace({ ref, segments, winner }: WinnerFaceProps) {
  const arc = segmentArcs(segments).find(({ segment }) => segment.id === winner);
  if (!arc) return null;
  const { id, angle, colour, ink, label } = arc.segment;
  const [from, to] = [arc.start - angle, arc.end - angle];
  const box = boxOf(from, to);
  return (
    <div
      ref={ref}
      className="wheel-winner"
      style={{
        left: share(1 + box.x),
        top: share(1 + box.y),
        width: share(box.width),
        height: share(box.height),
        transformOrigin: '50% 100%',
      }}
      aria-hidden="true"
    >
      <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} focusable="false">
        <path d={sector(from, to)} fill={colour} />
        <path className="wheel-winner-edge" d={sector(from, to)} />
      </svg>
      {/* Not in the SVG, whose text is laid out again in each frame that scales it. */}
      <span
        className="wheel-winner-label"
        style={{
          left: `${(-100 * box.x) / box.width}%`,
          top: `calc(${(100 * (-labelRing - box.y)) / box.height}% + var(--wheel-radius) * var(--label-${id}-baseline))`,
          fontSize: `calc(var(--wheel-radius) * var(--label-${id}-size))`,
          color: ink,
        }}
      >
        {label}
      </span>
    </div>
  );
}

/** Share of the wheel's width, from a share of its radius. */
const share = (length: number) => `${50 * length}%`;

/** Bounds of a sector around 12 o'clock, in shares of the radius. */
function boxOf(from: number, to: number) {
  const corners = [pointAt(from, segmentEdge), pointAt(to, segmentEdge), [0, 0] as const];
  const xs = [
    ...corners.map(([x]) => x),
    ...(to > 90 ? [segmentEdge] : []),
    ...(from < -90 ? [-segmentEdge] : []),
  ];
  const ys = corners.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), -segmentEdge];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
