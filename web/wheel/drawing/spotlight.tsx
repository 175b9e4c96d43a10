// Lies over the stopped wheel: dims the segments that did not win, and lights the pegs. Does not
// turn, because the winner is at the pointer.
import type { Reveal } from '@inaam/campaigns/public/kit.ts';
import type { Celebration } from '../sound/haptics.ts';
import { normalise, pegAngles, segmentArcs } from '../motion/geometry.ts';
import { pegRing, pointAt, segmentEdge } from './canvas-size.ts';
import type { Segment } from './paint-wheel.ts';

export type SpotlightProps = {
  segments: readonly Segment[];
  winner: Segment['id'];
  flashes?: Celebration | undefined;
  reveal?: Reveal | undefined;
};

export function Spotlight({
  segments,
  winner,
  flashes = 'little',
  reveal = 'flash',
}: SpotlightProps) {
  const arcs = segmentArcs(segments);
  const arc = arcs.find(({ segment }) => segment.id === winner);
  if (!arc) return null;
  const { start, end, segment } = arc;
  return (
    <svg className="wheel-spotlight" viewBox="-1 -1 2 2" aria-hidden="true">
      <path className="wheel-others" d={sector(end - segment.angle, start - segment.angle)} />
      {reveal === 'ripple' &&
        ripples[flashes].map((delayMs) => (
          <circle
            key={delayMs}
            className="wheel-ring"
            r="0.9"
            style={{ animationDelay: `${delayMs}ms` }}
          />
        ))}
      <g className={`wheel-lit-pegs wheel-${reveal} wheel-lit-${flashes}`}>
        {pegAngles(arcs).map((angle) => {
          const [x, y] = pointAt(angle - segment.angle, pegRing);
          const round = normalise(angle - segment.angle) / 360;
          const style = reveal === 'chase' ? { animationDelay: `${chaseMs * round}ms` } : {};
          return <circle key={angle} cx={x} cy={y} r="0.036" style={style} />;
        })}
      </g>
    </svg>
  );
}

/** Duration of a light's run round the wheel. */
const chaseMs = 400;

/** Start of each ring, ms. All end before the reward's screen. */
const ripples: Readonly<Record<Celebration, readonly number[]>> = {
  little: [0],
  more: [0, 160],
  most: [0, 120, 240],
};

/** The path of a sector of the wheel, clockwise. */
export function sector(from: number, to: number): string {
  const isLarge = normalise(to - from) > 180 ? 1 : 0;
  const [start, end] = [pointAt(from, segmentEdge), pointAt(to, segmentEdge)];
  return `M0 0L${start.join(' ')}A${segmentEdge} ${segmentEdge} 0 ${isLarge} 1 ${end.join(' ')}Z`;
}
