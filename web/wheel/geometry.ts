// Angles on the wheel: degrees, clockwise, 0 at 12 o'clock. Pure.

/** `angle` is the centre of a segment on the wheel at rest. */
export interface Angled {
  readonly angle: number;
}

/** The part of the circle that a segment covers; `start < end`, and `start` may be below 0. */
export interface Arc<Segment extends Angled> {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

/** The same direction, from 0 up to but not including 360. */
export function normalise(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

/** The difference of two directions, 0 to 180. */
export function distance(one: number, other: number): number {
  const clockwise = normalise(other - one);
  return Math.min(clockwise, 360 - clockwise);
}

/**
 * The rotation that brings the segment centred at `segmentAngle` under the pointer at 12 o'clock, clockwise from the
 * rotation `from`: the full turns, and then less than one more (Spec 9: 20 full turns).
 */
export function restRotation(segmentAngle: number, fullTurns = 20, from = 0): number {
  return from + fullTurns * 360 + normalise(-segmentAngle - from);
}

/** Divides the circle among the segments, clockwise: neighbours meet midway between their centres. */
export function segmentArcs<Segment extends Angled>(segments: readonly Segment[]): Arc<Segment>[] {
  const sorted = segments
    .map((segment) => ({ segment, centre: normalise(segment.angle) }))
    .toSorted((one, other) => one.centre - other.centre);
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (!first || !last || sorted.length < 2) {
    throw new Error(
      'Failed to divide the wheel: it has fewer than two segments. Give it two or more.',
    );
  }
  return sorted.map(({ segment, centre }, index) => {
    const previous = sorted[index - 1]?.centre ?? last.centre - 360;
    const next = sorted[index + 1]?.centre ?? first.centre + 360;
    if (previous === centre) {
      throw new Error(
        `Failed to divide the wheel: two segments are centred at ${centre}°. Give each its own angle.`,
      );
    }
    return { segment, start: (previous + centre) / 2, end: (centre + next) / 2 };
  });
}

/**
 * The angles of the pegs on the wheel at rest: one on each border, and each segment divided evenly into an odd number
 * of gaps of about 13°. So its centre is in a gap, where the pointer can rest, never on a peg.
 */
export function pegAngles(arcs: readonly Arc<Angled>[]): number[] {
  return arcs.flatMap(({ start, end }) => {
    const gaps = 1 + 2 * Math.max(0, Math.round((end - start) / 26 - 0.5));
    return Array.from({ length: gaps }, (_, gap) => start + ((end - start) * gap) / gaps);
  });
}
