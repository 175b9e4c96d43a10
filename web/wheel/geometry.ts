// Where the faces of the wheel stand. All angles are degrees, clockwise, 0 at 12 o'clock.
// Pure: never touches a canvas, never knows what a face is worth.

/** Anything that has a place on the wheel: `angle` is its centre on the wheel at rest. */
export interface Placed {
  readonly angle: number;
}

/** The part of the wheel that belongs to one face; `start < end`, and `start` may be below 0. */
export interface Sector<Face extends Placed> {
  readonly face: Face;
  readonly start: number;
  readonly end: number;
}

/** The same direction, from 0 up to but not including 360. */
export function normalise(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

/** How far two directions are apart, 0 to 180. */
export function distance(one: number, other: number): number {
  const clockwise = normalise(other - one);
  return Math.min(clockwise, 360 - clockwise);
}

/**
 * The rotation at which the face with its centre at `faceAngle` stands under the pointer at 12 o'clock, reached from
 * the rotation `from` by turning clockwise: the full turns, and then less than one more (Spec 9: 20 full turns).
 */
export function restAngle(faceAngle: number, fullTurns = 20, from = 0): number {
  return from + fullTurns * 360 + normalise(-faceAngle - from);
}

/** Divides the whole wheel among its faces, clockwise: neighbours meet midway between their centres. */
export function sectors<Face extends Placed>(faces: readonly Face[]): Sector<Face>[] {
  const placed = faces
    .map((face) => ({ face, centre: normalise(face.angle) }))
    .toSorted((one, other) => one.centre - other.centre);
  const [first, last] = [placed.at(0), placed.at(-1)];
  if (!first || !last || placed.length < 2) {
    throw new Error(
      'Failed to divide the wheel: it has fewer than two faces. Give it two or more.',
    );
  }
  return placed.map(({ face, centre }, index) => {
    const before = placed[index - 1]?.centre ?? last.centre - 360;
    const after = placed[index + 1]?.centre ?? first.centre + 360;
    if (before === centre) {
      throw new Error(
        `Failed to divide the wheel: two faces stand at ${centre}°. Give each its own angle.`,
      );
    }
    return { face, start: (before + centre) / 2, end: (centre + after) / 2 };
  });
}

/**
 * Where the pegs stand on the wheel at rest: one between each two faces, and an odd number of gaps, of about 13° each,
 * on a face, evenly. So its middle lies between two pegs: the pointer comes to rest in a gap, not on a peg.
 */
export function pegAngles(parts: readonly Sector<Placed>[]): number[] {
  return parts.flatMap(({ start, end }) => {
    const gaps = 1 + 2 * Math.max(0, Math.round((end - start) / 26 - 0.5));
    return Array.from({ length: gaps }, (_, gap) => start + ((end - start) * gap) / gaps);
  });
}

/** The face that a pointer at 12 o'clock shows when the wheel has turned by `rotation`. */
export function faceUnderPointer<Face extends Placed>(
  rotation: number,
  faces: readonly Face[],
): Face | undefined {
  const away = (face: Face): number => distance(face.angle + rotation, 0);
  return faces.reduce<Face | undefined>(
    (nearest, face) => (nearest && away(nearest) <= away(face) ? nearest : face),
    undefined,
  );
}
