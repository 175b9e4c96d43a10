// Over the wheel that has stopped: dims the segments that did not win, and lights the pegs. It does
// not turn with the wheel: the winner is at the pointer.
import type { Celebration } from './celebration.ts';
import { normalise, pegAngles, segmentArcs, type Angled } from './geometry.ts';
import { pegRing, pointAt, segmentEdge } from './paint.ts';

export type SpotlightProps = {
  segments: readonly (Angled & { id: string })[];
  winner: string;
  flashes?: Celebration | undefined;
};

export function Spotlight({ segments, winner, flashes = 'little' }: SpotlightProps) {
  const arcs = segmentArcs(segments);
  const arc = arcs.find(({ segment }) => segment.id === winner);
  if (!arc) return null;
  const { start, end, segment } = arc;
  return (
    <svg className="wheel-spotlight" viewBox="-1 -1 2 2" aria-hidden="true">
      <path className="wheel-others" d={sector(end - segment.angle, start - segment.angle)} />
      <g className={`wheel-lit-pegs wheel-lit-${flashes}`}>
        {pegAngles(arcs).map((angle) => {
          const [x, y] = pointAt(angle - segment.angle, pegRing);
          return <circle key={angle} cx={x} cy={y} r="0.036" />;
        })}
      </g>
    </svg>
  );
}

/** The path of a sector of the wheel, clockwise. */
export function sector(from: number, to: number): string {
  const isLarge = normalise(to - from) > 180 ? 1 : 0;
  const [start, end] = [pointAt(from, segmentEdge), pointAt(to, segmentEdge)];
  return `M0 0L${start.join(' ')}A${segmentEdge} ${segmentEdge} 0 ${isLarge} 1 ${end.join(' ')}Z`;
}
