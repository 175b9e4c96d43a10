// Over the wheel that has stopped: dims the segments that did not win, and lights the pegs. It does
// not turn with the wheel: the winner is at the pointer.
import { normalise, pegAngles, segmentArcs, type Angled } from './geometry.ts';

export type SpotlightProps = {
  segments: readonly (Angled & { id: string })[];
  winner: string;
};

/** Shares of the radius, as in paint.ts: where the segments and where the pegs are. */
const segmentEdge = 85;
const pegRing = 91.5;

export function Spotlight({ segments, winner }: SpotlightProps) {
  const arcs = segmentArcs(segments);
  const arc = arcs.find(({ segment }) => segment.id === winner);
  if (!arc) return null;
  const { start, end, segment } = arc;
  return (
    <svg className="wheel-spotlight" viewBox="-100 -100 200 200" aria-hidden="true">
      <path className="wheel-losers" d={sector(end - segment.angle, start - segment.angle)} />
      <g className="wheel-lamps">
        {pegAngles(arcs).map((angle) => {
          const [x, y] = pointAt(angle - segment.angle, pegRing);
          return <circle key={angle} cx={x} cy={y} r="3.6" />;
        })}
      </g>
    </svg>
  );
}

/** The path of a sector, clockwise. */
function sector(from: number, to: number): string {
  const isLarge = normalise(to - from) > 180 ? 1 : 0;
  const [start, end] = [pointAt(from, segmentEdge), pointAt(to, segmentEdge)];
  return `M0 0L${start.join(' ')}A${segmentEdge} ${segmentEdge} 0 ${isLarge} 1 ${end.join(' ')}Z`;
}

function pointAt(degrees: number, radius: number): [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  return [rounded(radius * Math.sin(angle)), rounded(-radius * Math.cos(angle))];
}

const rounded = (length: number) => Number(length.toFixed(2));
