// Angles on the wheel: degrees, clockwise, 0 at 12 o'clock. Pure.

export interface Angled {
  readonly angle: number;
}

export interface Arc<Segment extends Angled> {
  readonly segment: Segment;
  readonly start: number;
  readonly end: number;
}

export function normalise(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

export function distance(one: number, other: number): number {
  const clockwise = normalise(other - one);
  return Math.min(clockwise, 360 - clockwise);
}

export function restRotation(segmentAngle: number, fullTurns = 20, from = 0): number {
  return from + fullTurns * 360 + normalise(-segmentAngle - from);
}

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

/** An odd number of gaps of about 13° per segment, so that no peg is at its centre. */
export function pegAngles(arcs: readonly Arc<Angled>[]): number[] {
  return arcs.flatMap(({ start, end }) => {
    const gaps = 1 + 2 * Math.max(0, Math.round((end - start) / 26 - 0.5));
    return Array.from({ length: gaps }, (_, gap) => start + ((end - start) * gap) / gaps);
  });
}
